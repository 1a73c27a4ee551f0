package tb

// dump writes n cycles of a batch to the waves that were asked for.
func (r *run) dump(b *batch, n int) error { return nil }
