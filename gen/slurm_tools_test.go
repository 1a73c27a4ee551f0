//go:build tools

package main

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// slurm starts a cluster of this machine alone, with everything it has in a folder of the test, and
// points the test's environment to it.
func slurm(t *testing.T) {
	dir := t.TempDir()
	file := func(name string) string { return filepath.Join(dir, name) }
	me, err := user.Current()
	require.NoError(t, err)
	host, err := os.Hostname()
	require.NoError(t, err)
	host, _, _ = strings.Cut(host, ".")
	for _, name := range []string{"state", "spool"} {
		require.NoError(t, os.Mkdir(file(name), 0o755))
	}
	require.NoError(t, os.WriteFile(file("key"), []byte(strings.Repeat("not a secret ", 10)), 0o600))
	require.NoError(t, os.WriteFile(file("slurm.conf"), fmt.Appendf(nil, `
ClusterName=test
SlurmctldHost=%[2]s(127.0.0.1)
SlurmctldPort=%[4]d
SlurmdPort=%[5]d
AuthType=auth/munge
AuthInfo=socket=%[1]s/munge.socket
CredType=cred/munge
SlurmUser=%[3]s
SlurmdUser=%[3]s
StateSaveLocation=%[1]s/state
SlurmdSpoolDir=%[1]s/spool
SlurmctldPidFile=%[1]s/slurmctld.pid
SlurmdPidFile=%[1]s/slurmd.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
JobCompType=jobcomp/none
MpiDefault=none
SchedulerType=sched/builtin
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SlurmdParameters=config_overrides
ReturnToService=2
KillWait=1
NodeName=%[2]s NodeAddr=127.0.0.1 CPUs=2 Sockets=1 CoresPerSocket=2 ThreadsPerCore=1 State=UNKNOWN
PartitionName=main Nodes=%[2]s Default=YES MaxTime=INFINITE State=UP
`, dir, host, me.Username, freePort(t), freePort(t)), 0o644))
	require.NoError(t, os.WriteFile(file("cgroup.conf"), []byte("CgroupPlugin=cgroup/v1\n"), 0o644)) // not looked for then: a container may have none
	t.Setenv("SLURM_CONF", file("slurm.conf"))
	daemon(t, file("munged.log"), "munged", "--foreground", "--force", "--socket="+file("munge.socket"), "--key-file="+file("key"),
		"--log-file="+file("munged.own.log"), "--pid-file="+file("munged.pid"), "--seed-file="+file("munged.seed"), "--origin=127.0.0.1")
	require.Eventually(t, func() bool { return exec.Command("munge", "-n", "--socket="+file("munge.socket")).Run() == nil }, time.Minute, 50*time.Millisecond)
	daemon(t, file("slurmctld.log"), "slurmctld", "-D")
	daemon(t, file("slurmd.log"), "slurmd", "-D")
	require.Eventually(t, func() bool {
		state, _ := exec.Command("sinfo", "--noheader", "--format=%T").Output()
		return strings.TrimSpace(string(state)) == "idle"
	}, 20*time.Second, 50*time.Millisecond, "the node does not come up")
	t.Cleanup(func() { exec.Command("scancel", "--full", "--me").Run() })
}

// daemon runs a program to the end of the test, and shows what it said if the test failed.
func daemon(t *testing.T, log, name string, args ...string) {
	path, err := exec.LookPath(name)
	if err != nil { // those of Slurm are not in everybody's PATH
		path = filepath.Join("/usr/sbin", name)
	}
	out, err := os.Create(log)
	require.NoError(t, err)
	cmd := exec.Command(path, args...)
	cmd.Stdout, cmd.Stderr = out, out
	require.NoError(t, cmd.Start())
	t.Cleanup(func() {
		cmd.Process.Signal(os.Interrupt)
		kill := time.AfterFunc(10*time.Second, func() { cmd.Process.Kill() })
		cmd.Wait()
		kill.Stop()
		out.Close()
		if t.Failed() {
			text, _ := os.ReadFile(log)
			t.Logf("%s:\n%s", name, text)
		}
	})
}

func freePort(t *testing.T) int {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port
}

// With a task and the driver killed in the middle no run is lost and none is made again, and the
// driver's successor waits for the job that there is.
func TestSlurmKilled(t *testing.T) {
	slurm(t)
	dir := filepath.Join(t.TempDir(), "farm")
	line := []string{"regress", "-farm", "slurm", "-jobs", "2", "-target", "toy", "-params", "default", "-seeds", "12", "-cycles", "200000", "-out", dir}
	first := gen(t.Context(), t.TempDir(), os.Environ(), line...)
	require.NoError(t, first.Start())

	var victim int // its process, that of a task which is in the middle of its runs
	var task string
	require.Eventually(t, func() bool {
		victim, task = taskInTheMiddle(dir)
		return victim > 0
	}, time.Minute, 5*time.Millisecond)
	process, err := os.FindProcess(victim)
	require.NoError(t, err)
	require.NoError(t, process.Kill())
	time.Sleep(time.Second)
	require.NoError(t, first.Process.Kill())
	first.Wait()
	before := records(t, dir)

	second := gen(t.Context(), t.TempDir(), os.Environ(), line...)
	text, err := second.CombinedOutput()
	require.NoError(t, err, string(text))
	require.Contains(t, string(text), "held             24\n")

	after := records(t, dir)
	for _, r := range before {
		require.Contains(t, after, r)
	}
	onceEach(t, after, 24)
	var arrays []string
	for _, j := range jobs(t, dir) {
		if j.ID != "" {
			arrays = append(arrays, j.Array)
		}
	}
	require.Equal(t, []string{"0-7", task}, arrays)
}
