package ir

import (
	"reflect"
	"strconv"
	"strings"
	"unicode"
)

// Dir is the direction of a port.
type Dir uint8

// The directions.
const (
	Input Dir = iota + 1
	Output
)

// A Port is a named pin of a module.
type Port struct {
	Name  string
	Dir   Dir
	Width int
	Node  *Node // OpInput or OpWire of the module
}

// In declares an input port of the given width, for a field of a port struct.
func In(width int) Signal { return declare(Input, width) }

// Out declares an output port of the given width, for a field of a port struct.
func Out(width int) Signal { return declare(Output, width) }

func declare(dir Dir, width int) Signal {
	n := &Node{Op: OpInput, Width: width, dir: dir, ID: -1}
	(*Module)(nil).caller(&n.caller)
	return Signal{n}
}

// A Component is a finished module together with the shape of its ports.
type Component[P any] struct {
	Module *Module
	io     P
}

// Build makes a module. P is a struct whose fields are Signals declared by In and Out,
// structs, or slices of these; a port's name is the path to its field in lower case with
// underscores (In[2].FlitType is in_2_flit_type). A tag `port:"name"` replaces the part of
// a field; embedded structs add none. body receives the ports as signals of the module: it reads inputs and
// must Set every output. Faults are kept and come back from Elaborate.
func Build[P any](name string, io P, body func(m *Module, io P)) Component[P] {
	m := &Module{Name: name}
	m.block = &m.Body
	m.caller(&m.place)
	b := binder{
		place: m.place,
		fault: func(format string, args ...any) { m.errorAt(m.place, format, args...) },
		port: func(port string, decl *Node) Signal {
			p := &Port{Name: port, Dir: decl.dir, Width: decl.Width}
			op := OpInput
			if decl.dir == Output {
				op = OpWire
			}
			n := &Node{Op: op, Width: decl.Width, Name: port, Port: p, Doc: decl.Doc, Mod: m, caller: decl.caller}
			if w := min(max(1, n.Width), maxWidth); w != n.Width {
				m.errorAt(decl.caller, "port %s: width %d is not within 1 and %d", port, n.Width, maxWidth)
				n.Width, p.Width = w, w
			}
			if decl.Name != "" {
				m.errorAt(decl.caller, "port %s is named %s where it is declared; a tag of its field names it", port, decl.Name)
			}
			p.Node = n
			m.Ports = append(m.Ports, p)
			return m.add(n)
		},
	}
	bound := bind(b, io)
	if body != nil {
		body(m, bound)
	}
	m.finished = true
	return Component[P]{m, io}
}

// Inst places a component in m. In the ports it returns, inputs of the component are to be
// Set by m and outputs are to be read.
func Inst[P any](m *Module, name string, c Component[P]) P {
	inst := &Instance{Name: m.scope + name, Of: c.Module, Mod: m}
	m.caller(&inst.caller)
	if c.Module == nil {
		m.errorf(nil, "instance %s: the component was never built", inst.Name)
		return bind(binder{port: func(string, *Node) Signal { return m.silent(1) }}, c.io)
	}
	if m.open("instance") {
		m.Insts = append(m.Insts, inst)
		m.clocked = m.clocked || c.Module.clocked
	}
	next := 0
	return bind(binder{port: func(_ string, decl *Node) Signal {
		p := c.Module.Ports[next]
		next++
		n := &Node{Op: OpInstOut, Width: p.Width, Inst: inst, Port: p, Mod: m, caller: inst.caller}
		n.Name = inst.Name + "_" + p.Name
		if decl.dir == Input {
			n.Op = OpWire
			inst.Inputs = append(inst.Inputs, n)
		} else {
			inst.Outputs = append(inst.Outputs, n)
		}
		if m.finished {
			return m.silent(p.Width)
		}
		return m.add(n)
	}}, c.io)
}

// A binder replaces the declarations of a port struct by signals of a module.
type binder struct {
	port  func(name string, decl *Node) Signal
	place callers                          // of what is declared wrongly
	fault func(format string, args ...any) // nil: reported already
}

// bind copies a port struct, giving each declared signal to b with its port name.
func bind[P any](b binder, io P) P {
	b.bind(reflect.ValueOf(&io).Elem(), "")
	return io
}

var signalType = reflect.TypeFor[Signal]()

// bind replaces every signal below v, in place but for slices, which are copied.
func (b binder) bind(v reflect.Value, name string) {
	if v.Type() == signalType {
		s := v.Interface().(Signal)
		if s.n == nil || s.n.dir == 0 || s.n.Mod != nil {
			b.errorf("port %s: declare it with ir.In or ir.Out", name)
			s = Signal{&Node{Op: OpInput, Width: 1, dir: Input, ID: -1, caller: b.place}}
		}
		v.Set(reflect.ValueOf(b.port(name, s.n)))
		return
	}
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			field := v.Type().Field(i)
			if !field.IsExported() {
				b.errorf("port struct %s: field %s is not exported", v.Type(), field.Name)
				continue
			}
			part := name
			if tag := field.Tag.Get("port"); tag != "" {
				part = join(name, tag)
			} else if !field.Anonymous {
				part = join(name, snake(field.Name))
			}
			b.bind(v.Field(i), part)
		}
	case reflect.Slice:
		c := reflect.MakeSlice(v.Type(), v.Len(), v.Len())
		reflect.Copy(c, v)
		v.Set(c)
		fallthrough
	case reflect.Array:
		for i := range v.Len() {
			b.bind(v.Index(i), join(name, strconv.Itoa(i)))
		}
	default:
		b.errorf("port %s: a %s is neither a Signal nor a struct or slice of them", name, v.Type())
	}
}

func (b binder) errorf(format string, args ...any) {
	if b.fault != nil {
		b.fault(format, args...)
	}
}

func join(a, b string) string {
	if a == "" {
		return b
	}
	return a + "_" + b
}

// snake turns FlitType into flit_type and CfgAFD into cfg_afd.
func snake(s string) string {
	var b strings.Builder
	r := []rune(s)
	for i, c := range r {
		startsWord := unicode.IsUpper(c) && i > 0 &&
			(!unicode.IsUpper(r[i-1]) || i+1 < len(r) && unicode.IsLower(r[i+1]))
		if startsWord {
			b.WriteByte('_')
		}
		b.WriteRune(unicode.ToLower(c))
	}
	return b.String()
}
