// Package regress makes many checks and keeps what became of each: a plan of runs, a journal that
// survives kill -9, workers, and reports for people and for continuous integration.
//
//	Plan ---- runs ----> Runner ---- a run ----> worker process, Serve
//	                       |  <--- its Record ---
//	                    Journal   a line a run, synced
//	                       |
//	      Summary -> JUnit XML, a page; Slurm: the same runs as tasks of a farm
//
// It knows neither engines nor how a check is made: who serves runs brings that along. A run is
// finished when its line is in a journal. A driver or a worker that dies before loses the run under
// way, which is made again, and nothing else.
//
// The directory of a regression holds
//
//	plan.json            the plan, whose digest each journal names
//	journal.jsonl        of the driver: runs, and jobs that it submitted
//	task-K-of-N.jsonl    of a task of a farm
//	gen                  the program, for tasks of a farm, and task-K.out what they print
//	locks                of programs in the making, see Once
//	index.html           the page
//	junit.xml            the same for Jenkins and GitLab
package regress
