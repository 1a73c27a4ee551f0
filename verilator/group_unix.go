//go:build unix

package verilator

import (
	"os/exec"
	"syscall"
)

// group lets the context of a command end all processes below it, such as the compilers of make.
func group(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}
