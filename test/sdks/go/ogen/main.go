// A partner's day, with the client that ogen makes: looks around, page by page, enters an event,
// publishes it, replaces it, submits an artwork, takes the event away, sells an artwork of a new
// gallery; errs here and there, and meets a word that is new to it. It ends at the first surprise.
package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/ogen-go/ogen/ogenerrors"

	"partner/api"
	"partner/expect"
)

func main() {
	address, key, strangeArtwork := expect.Arguments()
	ctx := context.Background()
	stranger := expect.Ok(api.NewClient(address, credential("")))
	partner := expect.Ok(api.NewClient(address, credential(key)))

	listTwoPages(ctx, stranger)
	askForTooMuch(ctx, stranger)
	meetNewWords(ctx, stranger, strangeArtwork)
	event, etag := enterEvent(ctx, partner, stranger)
	etag = publishEvent(ctx, partner, stranger, event, etag)
	etag = replaceEvent(ctx, partner, event, etag)
	submitArtwork(ctx, partner)
	deleteEvent(ctx, partner, event.ID, etag)
	sellArtwork(ctx, partner, stranger)
}

// An API key, or nothing.
type credential string

func (key credential) BearerKey(context.Context, api.OperationName) (api.BearerKey, error) {
	if key == "" {
		return api.BearerKey{}, ogenerrors.ErrSkipClientSecurity
	}
	return api.BearerKey{Token: string(key)}, nil
}

// The answer as the one wanted, of all that the operation can have.
func taken[Wanted, Any any](answer Any, err error) Wanted {
	var anything any = expect.Ok(answer, err)
	wanted, ok := anything.(Wanted)
	expect.Same(fmt.Sprintf("that %T %+v is %T", answer, answer, wanted), ok, true)
	return wanted
}

func refused(problem api.Problem, status int32, code string) {
	expect.Same("the status of the problem", problem.Status, status)
	expect.Same("the code of the problem", problem.Code, code)
	expect.Same("the type of the problem", strings.HasSuffix(problem.Type.Path, "/"+code), true)
	expect.Same("that the problem says nothing", problem.Detail == "", false)
}
