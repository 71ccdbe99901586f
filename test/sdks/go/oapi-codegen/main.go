// A partner's day, with the client that oapi-codegen makes: looks around, page by page, enters an
// event, publishes it, replaces it, submits an artwork, takes the event away, sells an artwork of a
// new gallery; errs here and there, and meets a word that is new to it. It ends at the first surprise.
package main

import (
	"context"
	"net/http"
	"strings"

	"partner/api"
	"partner/expect"
)

func main() {
	address, key, strangeArtwork := expect.Arguments()
	ctx := context.Background()
	stranger := connect(address)
	partner := connect(address, api.WithRequestEditorFn(bearer(key)))

	listTwoPages(ctx, stranger)
	askForTooMuch(ctx, stranger)
	meetNewWords(ctx, stranger, strangeArtwork)
	event, etag := enterEvent(ctx, partner, stranger)
	etag = publishEvent(ctx, partner, stranger, event, etag)
	etag = replaceEvent(ctx, partner, event, etag)
	submitArtwork(ctx, partner)
	deleteEvent(ctx, partner, event.Id, etag)
	sellArtwork(ctx, partner, stranger)
}

func connect(address string, options ...api.ClientOption) *api.ClientWithResponses {
	return expect.Ok(api.NewClientWithResponses(address, options...))
}

func bearer(key string) api.RequestEditorFn {
	return func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", "Bearer "+key)
		return nil
	}
}

func refused(problem *api.Problem, status int32, code string) api.Problem {
	expect.Same("that there is a problem", problem != nil, true)
	expect.Same("the status of the problem", problem.Status, status)
	expect.Same("the code of the problem", problem.Code, code)
	expect.Same("the type of the problem", strings.HasSuffix(problem.Type, "/"+code), true)
	expect.Same("that the problem says nothing", problem.Detail == "", false)
	return *problem
}

func optional[Value any](value Value) *Value {
	return &value
}
