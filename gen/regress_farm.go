package main

import (
	"fmt"
	"time"

	"github.com/flitwright/flitwright/regress"
)

// farm has the runs made by Slurm. The program goes with them, as that of go run does not stay.
func (r *regression) farm(status *status) error {
	if err := r.dir.Install(r.program); err != nil {
		return err
	}
	tasks := farmTasks
	if jobs := r.options.jobs; jobs > 0 {
		tasks = min(farmTasks, jobs*tasksPerJob)
	}
	farm := &regress.Slurm{
		Dir: r.dir, Journal: r.journal, Tasks: tasks, Most: r.options.jobs, Until: r.until, Poll: farmPoll, Look: status.look,
		Script: func(tasks int) string {
			line := fmt.Sprintf(`exec ./%s regress -resume -out . -task "$SLURM_ARRAY_TASK_ID/%d"`, regress.ProgramName, tasks)
			if r.options.hours > 0 {
				line += fmt.Sprintf(" -hours %g", r.options.hours)
			}
			return line + fmt.Sprintf(" -silence %g", r.options.silent().Seconds())
		},
	}
	return farm.Run(r.ctx)
}

// Sizes of a farm. Several tasks for each that runs at once even out their times; Slurm takes arrays of
// up to 1001 tasks as it comes. farmPoll spares its controller.
const (
	farmTasks   = 256
	tasksPerJob = 4
	farmPoll    = 2 * time.Second
)

// checkFarm tells what -farm does not go with.
func (o *options) checkFarm() {
	switch {
	case o.farm != "slurm":
		o.faultf("-farm %s: no such farm (there is slurm)", o.farm)
	case o.task != "":
		o.faultf("-task %s: not with -farm, which makes the tasks", o.task)
	default:
		if err := regress.SlurmMissing(); err != nil && !o.list {
			o.faultf("-farm slurm: %w", err)
		}
	}
}
