package ir

import "strings"

// languageOf tells which language claims a word for itself; it is only read.
var languageOf = wordLists(
	wordList{keywordsVerilog, "a keyword of Verilog"},
	wordList{keywordsSystemVerilog, "a keyword of SystemVerilog"},
	wordList{keywordsCpp, "a keyword of C++"},
	wordList{macrosC, "a C macro"},
)

// renamed tells which names of signals Verilator warns of.
var renamed = wordLists(wordList{commonCpp, "a common word of C++, which Verilator renames"})

// memberOf tells which names of ports the C++ class has that Verilator makes of a top module.
var memberOf = wordLists(wordList{membersVerilator, "a member of the C++ class that Verilator makes of the top module"})

type wordList struct{ words, why string }

// wordLists maps each word to why it is in a list, the first that has it.
func wordLists(lists ...wordList) map[string]string {
	m := map[string]string{}
	for _, l := range lists {
		for word := range strings.FieldsSeq(l.words) {
			if m[word] == "" {
				m[word] = l.why
			}
		}
	}
	return m
}

// IEEE 1364-2005, annex B.
const keywordsVerilog = `
always and assign automatic begin buf bufif0 bufif1 case casex casez cell cmos config
deassign default defparam design disable edge else end endcase endconfig endfunction
endgenerate endmodule endprimitive endspecify endtable endtask event for force forever fork
function generate genvar highz0 highz1 if ifnone incdir include initial inout input instance
integer join large liblist library localparam macromodule medium module nand negedge nmos
nor noshowcancelled not notif0 notif1 or output parameter pmos posedge primitive pull0 pull1
pulldown pullup pulsestyle_ondetect pulsestyle_onevent rcmos real realtime reg release repeat
rnmos rpmos rtran rtranif0 rtranif1 scalared showcancelled signed small specify specparam
strong0 strong1 supply0 supply1 table task time tran tranif0 tranif1 tri tri0 tri1 triand
trior trireg unsigned use uwire vectored wait wand weak0 weak1 while wire wor xnor xor`

// IEEE 1800-2017, annex B, without those of Verilog.
const keywordsSystemVerilog = `
accept_on alias always_comb always_ff always_latch assert assume before bind bins binsof bit
break byte chandle checker class clocking const constraint context continue cover covergroup
coverpoint cross dist do endchecker endclass endclocking endgroup endinterface endpackage
endprogram endproperty endsequence enum eventually expect export extends extern final
first_match foreach forkjoin global iff ignore_bins illegal_bins implements implies import
inside int interconnect interface intersect join_any join_none let local logic longint
matches modport nettype new nexttime null package packed priority program property protected
pure rand randc randcase randsequence ref reject_on restrict return s_always s_eventually
s_nexttime s_until s_until_with sequence shortint shortreal soft solve static string strong
struct super sync_accept_on sync_reject_on tagged this throughout timeprecision timeunit type
typedef union unique unique0 until until_with untyped var virtual void wait_order weak
wildcard with within`

// ISO/IEC 14882:2020, 5.11, with the alternative tokens.
const keywordsCpp = `
alignas alignof and and_eq asm auto bitand bitor bool break case catch char char16_t char32_t
char8_t class co_await co_return co_yield compl concept const const_cast consteval constexpr
constinit continue decltype default delete do double dynamic_cast else enum explicit export
extern false float for friend goto if inline int long mutable namespace new noexcept not
not_eq nullptr operator or or_eq private protected public register reinterpret_cast requires
return short signed sizeof static static_assert static_cast struct switch template this
thread_local throw true try typedef typeid typename union unsigned using virtual void volatile
wchar_t while xor xor_eq`

// Words that Verilator warns of (SYMRSVDWORD) because they are common in C++ and SystemC
// where they name a signal; those that are keywords above are left out.
const commonCpp = `
abort atomic_cancel atomic_commit atomic_noexcept bit_vector cdecl complex const_iterator
const_reference deque far huge interrupt iterator list map module multimap multiset
near pascal priority_queue queue reference sc_clock sc_in sc_inout sc_out sc_signal sensitive
sensitive_neg sensitive_pos set stack synchronized transaction_safe transaction_safe_dynamic
type_info uint16_t uint32_t uint8_t vector`

// Macros that the headers of a Verilator model or the compiler's GNU dialect define.
const macrosC = `
BUFSIZ CHAR_BIT CHAR_MAX CHAR_MIN EOF ERANGE INFINITY INT_MAX INT_MIN LONG_MAX LONG_MIN NAN
NULL RAND_MAX assert errno linux stderr stdin stdout unix`

// From verilated.h and the class that verilator --cc writes (5.006 to 5.040).
const membersVerilator = `
VerilatedModel contextp eval eval_end_step eval_step eventsPending final hasClocking hierName
m_context modelName name nextTimeSlot prepareClone atClone rootp threads trace traceBaseModel
traceConfig vlNamep vlSymsp`
