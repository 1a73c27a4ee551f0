// Package traffic drives the VC allocators and judges them: stimuli that behave as the routers around
// an allocator do, well or badly, and a scoreboard that holds the grants to what docs/spec/vcalloc.md
// promises an outsider. It looks at pins alone and knows neither the builder nor the golden model.
package traffic
