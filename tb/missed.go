package tb

import (
	"strconv"
	"strings"
)

// group writes names of events for people: those that differ in an index alone and follow each
// other as one, such as a[0..3,5].
func group(events []string) string {
	var groups []string
	for i := 0; i < len(events); {
		base, _, ok := indexed(events[i])
		if !ok {
			groups = append(groups, events[i])
			i++
			continue
		}
		var indices []int
		for ; i < len(events); i++ {
			b, index, ok := indexed(events[i])
			if !ok || b != base {
				break
			}
			indices = append(indices, index)
		}
		groups = append(groups, base+"["+ranges(indices)+"]")
	}
	return strings.Join(groups, " ")
}

// indexed takes a name such as a[3] apart.
func indexed(event string) (base string, index int, ok bool) {
	base, rest, _ := strings.Cut(event, "[")
	digits, ok := strings.CutSuffix(rest, "]")
	index, err := strconv.Atoi(digits)
	return base, index, ok && err == nil && strconv.Itoa(index) == digits
}

// ranges writes numbers, three and more in a row as their ends.
func ranges(numbers []int) string {
	var parts []string
	for i := 0; i < len(numbers); {
		end := i + 1
		for end < len(numbers) && numbers[end] == numbers[end-1]+1 {
			end++
		}
		if end-i < 3 {
			end = i + 1
			parts = append(parts, strconv.Itoa(numbers[i]))
		} else {
			parts = append(parts, strconv.Itoa(numbers[i])+".."+strconv.Itoa(numbers[end-1]))
		}
		i = end
	}
	return strings.Join(parts, ",")
}
