// Package ir is the hardware intermediate representation and its builder.
package ir
