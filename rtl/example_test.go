package rtl_test

import (
	"bytes"
	"fmt"

	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/ir/verilog"
	"github.com/flitwright/flitwright/rtl"
)

// show prints the Verilog of a module without its assertions.
func show(m *ir.Module) {
	design, err := ir.Elaborate(m)
	if err != nil {
		fmt.Println(err)
		return
	}
	files, err := verilog.Emit(design, verilog.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, f := range files {
		text, _, _ := bytes.Cut(f.Text, []byte("`ifdef"))
		_, text, _ = bytes.Cut(text, []byte("`default_nettype none\n"))
		text, _, _ = bytes.Cut(text, []byte("`default_nettype wire"))
		fmt.Printf("%s\n", bytes.TrimSpace(text))
	}
}

func ExampleFIFO() {
	show(rtl.FIFO(4, 3, rtl.BlockRAM).Module)
	// Output:
	// // First-word-fall-through queue, depth 3, 4 bits wide. An entry can leave in the cycle after it
	// // came;
	// // a full queue takes none, even if one leaves. Entries are not reset.
	// module fifo_w4_d3_block (
	//     input  wire       clk,
	//     input  wire       rst,
	//     input  wire       enq_valid,
	//     output wire       enq_ready,
	//     input  wire [3:0] enq_data,
	//     output wire       deq_valid,
	//     input  wire       deq_ready,
	//     output wire [3:0] deq_data,
	//     output wire [1:0] count
	// );
	//     // an entry is queued
	//     reg some;
	//     reg [1:0] write;
	//     reg [1:0] read;
	//     // there is no room
	//     reg full;
	//     reg [1:0] entries;
	//     // the entry behind the one that left
	//     reg [3:0] behind;
	//     // the entry that came when there was none behind
	//     reg [3:0] around;
	//     reg use_around;
	//
	//     reg [3:0] mem [0:2];
	//
	//     wire push = enq_valid & enq_ready;
	//     wire pop = deq_valid & deq_ready;
	//     wire any_write = |write;
	//     wire [1:0] write_next = (write - 2'd1) & (2'b10 | {2{any_write}});
	//     wire any_read = |read;
	//     wire [1:0] read_next = (read - 2'd1) & (2'b10 | {2{any_read}});
	//     // one entry is queued
	//     wire last = read_next == write;
	//     wire change = push ^ pop;
	//     wire renew = pop | ~some;
	//
	//     assign enq_ready = ~full;
	//     assign deq_valid = some;
	//     assign deq_data = use_around ? around : behind;
	//     assign count = entries;
	//
	//     always @(posedge clk) begin
	//         if (rst) begin
	//             some <= 1'b0;
	//             write <= 2'd0;
	//             read <= 2'd0;
	//             full <= 1'b0;
	//             entries <= 2'd0;
	//             use_around <= 1'b0;
	//         end else begin
	//             if (push) begin
	//                 write <= write_next;
	//             end
	//             if (pop) begin
	//                 read <= read_next;
	//             end
	//             if (change) begin
	//                 some <= push | ~last;
	//                 full <= push & (write_next == read);
	//                 entries <= entries + {pop, 1'b1};
	//             end
	//             if (renew) begin
	//                 use_around <= last | ~some;
	//             end
	//         end
	//     end
	//
	//     always @(posedge clk) begin
	//         if (renew) begin
	//             around <= enq_data;
	//         end
	//     end
	//
	//     always @(posedge clk) begin
	//         if (push) begin
	//             mem[write] <= enq_data;
	//         end
	//         if (pop & ~last) begin
	//             behind <= mem[read_next];
	//         end
	//     end
}

func ExampleRoundRobin() {
	show(rtl.RoundRobin(4).Module)
	// Output:
	// // Round-robin arbiter of 4 inputs: the input after the one last granted is highest.
	// module round_robin_4 (
	//     input  wire       clk,
	//     input  wire       rst,
	//     input  wire [3:0] req,
	//     input  wire       take,
	//     output wire [3:0] grant
	// );
	//     // bit i: input i+1 comes after the one last granted
	//     reg [2:0] after;
	//
	//     wire any_req = |req;
	//     wire taken = take & any_req;
	//     wire [3:0] upper = req & {after, 1'b0};
	//     wire [3:0] reach_all = {any_req, |req[2:0], |req[1:0], req[0]};
	//     wire [3:0] reach_upper = {|upper, |upper[2:0], |upper[1:0], upper[0]};
	//     // the winner is this input or one below it
	//     wire [3:0] reach = reach_upper | (reach_all & {4{~reach_upper[3]}});
	//     wire [3:0] winner = reach & ~{reach[2:0], 1'b0};
	//
	//     assign grant = winner;
	//
	//     always @(posedge clk) begin
	//         if (rst) begin
	//             after <= 3'd0;
	//         end else begin
	//             if (taken) begin
	//                 after <= reach[2:0];
	//             end
	//         end
	//     end
}

func ExampleMatrix() {
	show(rtl.Matrix(3).Module)
	// Output:
	// // Matrix arbiter of 3 inputs: the input granted longest ago is highest.
	// module matrix_3 (
	//     input  wire       clk,
	//     input  wire       rst,
	//     input  wire [2:0] req,
	//     input  wire       take,
	//     output wire [2:0] grant
	// );
	//     // bit j: input 0 goes before input 1+j
	//     reg [1:0] beats_0;
	//     // bit j: input 1 goes before input 2+j
	//     reg beats_1;
	//
	//     wire any_req = |req;
	//     wire taken = take & any_req;
	//     wire loses_0 = (req[1] & ~beats_0[0]) | (req[2] & ~beats_0[1]);
	//     wire loses_1 = (req[0] & beats_0[0]) | (req[2] & ~beats_1);
	//     wire loses_2 = (req[0] & beats_0[1]) | (req[1] & beats_1);
	//     wire [2:0] winner = req & ~{loses_2, loses_1, loses_0};
	//
	//     assign grant = winner;
	//
	//     always @(posedge clk) begin
	//         if (rst) begin
	//             beats_0 <= 2'd3;
	//             beats_1 <= 1'b1;
	//         end else begin
	//             if (taken) begin
	//                 beats_0 <= (beats_0 & ~{2{winner[0]}}) | winner[2:1];
	//                 beats_1 <= (beats_1 & ~winner[1]) | winner[2];
	//             end
	//         end
	//     end
}

func ExampleCrossbar() {
	show(rtl.Crossbar(2, 2, 4).Module)
	// Output:
	// // Crossbar from 2 inputs to 2 outputs of 4 bits, one-hot selects.
	// module crossbar_2x2_w4 (
	//     input  wire       in_0_valid,
	//     input  wire [3:0] in_0_data,
	//     input  wire       in_1_valid,
	//     input  wire [3:0] in_1_data,
	//     input  wire [1:0] sel_0,
	//     input  wire [1:0] sel_1,
	//     output wire       out_0_valid,
	//     output wire [3:0] out_0_data,
	//     output wire       out_1_valid,
	//     output wire [3:0] out_1_data
	// );
	//     assign out_0_valid = (sel_0[0] & in_0_valid)
	//         | (sel_0[1] & in_1_valid);
	//     assign out_0_data = ({4{sel_0[0]}} & in_0_data)
	//         | ({4{sel_0[1]}} & in_1_data);
	//     assign out_1_valid = (sel_1[0] & in_0_valid)
	//         | (sel_1[1] & in_1_valid);
	//     assign out_1_data = ({4{sel_1[0]}} & in_0_data)
	//         | ({4{sel_1[1]}} & in_1_data);
	// endmodule
}

func ExampleLFSR() {
	show(rtl.LFSR(16, 15, 13, 12, 10).Module)
	// Output:
	// // Linear feedback shift register of 16 bits, taps [15 13 12 10], loaded with the seed in reset.
	// module lfsr_w16_t15_13_12_10 (
	//     input  wire        clk,
	//     input  wire        rst,
	//     input  wire [15:0] seed,
	//     output wire [15:0] state
	// );
	//     reg [15:0] lfsr;
	//
	//     assign state = lfsr;
	//
	//     always @(posedge clk) begin
	//         if (rst) begin
	//             lfsr <= {seed[15:1], seed[0] | ~(|seed)};
	//         end else begin
	//             lfsr <= {lfsr[14:0], lfsr[15] ^ lfsr[13] ^ lfsr[12] ^ lfsr[10]};
	//         end
	//     end
	// endmodule
}

// A CRC of five bits over two bits a cycle.
func ExampleCRC_Register() {
	show(rtl.CRC{Width: 5, Poly: 0x15}.Register(2, 0).Module)
	// Output:
	// // CRC of 5 bits, polynomial 0x15, over 2 bits a cycle, most significant first.
	// module crc5_15_step2 (
	//     input  wire       clk,
	//     input  wire       rst,
	//     input  wire       clear,
	//     input  wire       valid,
	//     input  wire [1:0] data,
	//     output wire [4:0] crc
	// );
	//     reg [4:0] state;
	//
	//     wire [4:0] start = clear ? 5'd0 : state;
	//     wire [1:0] start_high_xor_data = start[4:3] ^ data;
	//
	//     assign crc = state;
	//
	//     always @(posedge clk) begin
	//         if (rst) begin
	//             state <= 5'd0;
	//         end else begin
	//             if (valid) begin
	//                 state <= {start_high_xor_data[1] ^ start_high_xor_data[0] ^ start[2],
	//                     start_high_xor_data[1] ^ start[1],
	//                     start_high_xor_data[1] ^ start_high_xor_data[0] ^ start[0],
	//                     start_high_xor_data[1], start_high_xor_data[1] ^ start_high_xor_data[0]};
	//             end else begin
	//                 state <= start;
	//             end
	//         end
	//     end
	// endmodule
}

func ExampleCRC_Step() {
	type ports struct{ CRC, Flit, Next ir.Signal }
	crc := rtl.CRC{Width: 8, Poly: 0x07}
	show(ir.Build("crc_step", ports{ir.In(8), ir.In(4), ir.Out(8)}, func(m *ir.Module, io ports) {
		io.Next.Set(crc.Step(io.CRC, io.Flit))
	}).Module)
	// Output:
	// module crc_step (
	//     input  wire [7:0] crc,
	//     input  wire [3:0] flit,
	//     output wire [7:0] next
	// );
	//     wire [3:0] crc_high_xor_flit = crc[7:4] ^ flit;
	//
	//     assign next = {crc[3:2], crc_high_xor_flit[3] ^ crc[1],
	//         crc_high_xor_flit[3] ^ crc_high_xor_flit[2] ^ crc[0],
	//         crc_high_xor_flit[3] ^ crc_high_xor_flit[2] ^ crc_high_xor_flit[1],
	//         crc_high_xor_flit[2] ^ crc_high_xor_flit[1] ^ crc_high_xor_flit[0],
	//         crc_high_xor_flit[1] ^ crc_high_xor_flit[0], crc_high_xor_flit[0]};
	// endmodule
}

func ExampleTokenReceiver() {
	show(rtl.TokenReceiver(3, 6).Module)
	// Output:
	// // Token accounting of a link with a round trip of 3 cycles and 6 places.
	// module token_receiver_rt3_d6 (
	//     input  wire clk,
	//     input  wire rst,
	//     input  wire enabled,
	//     output wire token,
	//     input  wire valid,
	//     output wire comes,
	//     output wire unpaid,
	//     input  wire wrote,
	//     input  wire popped
	// );
	//     // tokens of the last cycles, the latest in bit 0
	//     reg [2:0] raised;
	//     // the cycle before was not in reset
	//     reg live;
	//     // entries and tokens under way, counted so that the top bit is: no room
	//     reg [3:0] claimed;
	//
	//     wire paid = raised[2];
	//     wire raise = enabled & live & ~claimed[3];
	//     // a token that came back without an entry
	//     wire lost = paid & ~wrote;
	//     wire down = (popped & lost) | ((popped | lost) & ~raise);
	//     wire [3:0] change = {{3{down}}, raise ^ popped ^ lost};
	//
	//     assign token = raise;
	//     assign comes = valid & paid;
	//     assign unpaid = enabled & valid & ~paid;
	//
	//     always @(posedge clk) begin
	//         if (rst) begin
	//             raised <= 3'd0;
	//             live <= 1'b0;
	//             claimed <= 4'b0010;
	//         end else begin
	//             live <= 1'b1;
	//             raised <= {raised[1:0], raise};
	//             claimed <= claimed + change;
	//         end
	//     end
}

func ExampleTokenSender() {
	show(rtl.TokenSender(4).Module)
	// Output:
	// // Output register of a token link with flits of 4 bits.
	// module token_sender_w4 (
	//     input  wire       clk,
	//     input  wire       rst,
	//     input  wire       token,
	//     input  wire       send_valid,
	//     output wire       send_ready,
	//     input  wire [3:0] send_data,
	//     output wire       out_valid,
	//     output wire [3:0] out_flit
	// );
	//     reg valid;
	//     reg [3:0] flit;
	//
	//     wire move = send_valid & send_ready;
	//
	//     assign send_ready = token;
	//     assign out_valid = valid;
	//     assign out_flit = flit;
	//
	//     always @(posedge clk) begin
	//         if (rst) begin
	//             valid <= 1'b0;
	//             flit <= 4'd0;
	//         end else begin
	//             valid <= move;
	//             flit <= send_data & {4{move}};
	//         end
	//     end
	// endmodule
}

// A parent is chosen as the pick-th of the idle ones, a child as the next enabled one.
func ExampleFirstFrom() {
	type ports struct{ Enabled, From, Child ir.Signal }
	show(ir.Build("rotate", ports{ir.In(4), ir.In(2), ir.Out(4)}, func(m *ir.Module, io ports) {
		io.Child.Set(rtl.FirstFrom(io.Enabled, io.From))
	}).Module)
	// Output:
	// module rotate (
	//     input  wire [3:0] enabled,
	//     input  wire [1:0] from,
	//     output wire [3:0] child
	// );
	//     wire [3:0] enabled_and_joined_1 = enabled & {1'b1, from < 2'd3, from < 2'd2, from < 2'd1};
	//     wire any_enabled_and_joined_1 = |enabled_and_joined_1;
	//     wire [3:0] joined_and_joined =
	//         {|enabled, |enabled[2:0], |enabled[1:0], enabled[0]} & {4{~any_enabled_and_joined_1}};
	//     wire [3:0] joined_or_joined_and_joined =
	//         {any_enabled_and_joined_1, |enabled_and_joined_1[2:0], |enabled_and_joined_1[1:0],
	//             enabled_and_joined_1[0]}
	//         | joined_and_joined;
	//
	//     assign child = joined_or_joined_and_joined & ~{joined_or_joined_and_joined[2:0], 1'b0};
	// endmodule
}

func ExampleDecode() {
	type ports struct{ Port, Lines, Back ir.Signal }
	show(ir.Build("decode", ports{ir.In(2), ir.Out(3), ir.Out(2)}, func(m *ir.Module, io ports) {
		lines := rtl.Decode(io.Port, 3)
		io.Lines.Set(lines)
		io.Back.Set(rtl.Encode(lines))
	}).Module)
	// Output:
	// module decode (
	//     input  wire [1:0] port,
	//     output wire [2:0] lines,
	//     output wire [1:0] back
	// );
	//     wire port_is_1 = port == 2'd1;
	//     wire port_is_2 = port == 2'd2;
	//
	//     assign lines = {port_is_2, port_is_1, port == 2'd0};
	//     assign back = {port_is_2, port_is_1};
	// endmodule
}

func ExamplePopCount() {
	type ports struct{ Idle, Count ir.Signal }
	show(ir.Build("popcount", ports{ir.In(4), ir.Out(3)}, func(m *ir.Module, io ports) {
		io.Count.Set(rtl.PopCount(io.Idle))
	}).Module)
	// Output:
	// module popcount (
	//     input  wire [3:0] idle,
	//     output wire [2:0] count
	// );
	//     assign count = {1'b0, &idle[3:2], ^idle[3:2]} + {1'b0, &idle[1:0], ^idle[1:0]};
	// endmodule
}

// A counter of messages, and one that stays at its highest value.
func ExampleCounter() {
	type ports struct{ Message, Messages, Worst ir.Signal }
	show(ir.Build("stats", ports{ir.In(1), ir.Out(16), ir.Out(4)}, func(m *ir.Module, io ports) {
		io.Messages.Set(rtl.Counter(m, "count", 16, io.Message))
		io.Worst.Set(rtl.SaturatingCounter(m, "high", 4, io.Message))
	}).Module)
	// Output:
	// module stats (
	//     input  wire        clk,
	//     input  wire        rst,
	//     input  wire        message,
	//     output wire [15:0] messages,
	//     output wire  [3:0] worst
	// );
	//     reg [15:0] count;
	//     reg [3:0] high;
	//
	//     wire [4:0] high_plus_1 = {1'b0, high} + 5'd1;
	//
	//     assign messages = count;
	//     assign worst = high;
	//
	//     always @(posedge clk) begin
	//         if (rst) begin
	//             count <= 16'd0;
	//             high <= 4'd0;
	//         end else begin
	//             if (message) begin
	//                 count <= count + 16'd1;
	//             end
	//             if (message & ~high_plus_1[4]) begin
	//                 high <= high_plus_1[3:0];
	//             end
	//         end
	//     end
	// endmodule
}

func ExampleUARTSender() {
	show(rtl.UARTSender(10).Module)
	// Output:
	// // Sends bytes over a serial line, 8N1.
	// module uart_sender_w10 (
	//     input  wire       clk,
	//     input  wire       rst,
	//     input  wire [9:0] period,
	//     input  wire       send_valid,
	//     output wire       send_ready,
	//     input  wire [7:0] send_data,
	//     output wire       tx
	// );
	//     // what is still to be sent, the lowest bit now
	//     reg [8:0] bits;
	//     // bits left, the one now on the line included
	//     reg [3:0] left;
	//     // cycles left of the bit
	//     reg [9:0] cycle;
	//
	//     wire idle = left == 4'd0;
	//
	//     assign send_ready = idle;
	//     assign tx = bits[0];
	//
	//     always @(posedge clk) begin
	//         if (rst) begin
	//             bits <= 9'h1ff;
	//             left <= 4'd0;
	//             cycle <= 10'd0;
	//         end else begin
	//             if (idle) begin
	//                 if (send_valid) begin
	//                     bits <= {send_data, 1'b0};
	//                     left <= 4'd10;
	//                     cycle <= period;
	//                 end
	//             end else if (|cycle) begin
	//                 cycle <= cycle - 10'd1;
	//             end else begin
	//                 bits <= {1'b1, bits[8:1]};
	//                 left <= left - 4'd1;
	//                 cycle <= period;
	//             end
	//         end
	//     end
	// endmodule
}
