//go:build unix

package verilator

import (
	"os/exec"
	"syscall"
)

// group makes a command a process group of its own, and Cancel, which its context calls, the end of all in it, such as the
// compilers of make.
func group(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}
