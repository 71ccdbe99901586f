// A partner's day, with the client that openapi-generator makes: looks around, page by page, enters an
// event, publishes it, replaces it, submits an artwork, takes the event away, sells an artwork of a
// new gallery; errs here and there, and meets a word that is new to it. It ends at the first surprise.
package main

import (
	"context"
	"errors"
	"net/http"
	"strings"

	"partner/api"
	"partner/expect"
)

func main() {
	address, key, strangeArtwork := expect.Arguments()
	ctx := context.Background()
	stranger := connect(address)
	partner := connect(address)
	partner.GetConfig().AddDefaultHeader("Authorization", "Bearer "+key)

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

func connect(address string) *api.APIClient {
	configuration := api.NewConfiguration()
	configuration.Servers = api.ServerConfigurations{{URL: address}}
	return api.NewAPIClient(configuration)
}

// The record of a successful response, and its entity tag.
func taken[Record any](record Record, response *http.Response, err error) (Record, string) {
	return expect.Ok(record, err), response.Header.Get("ETag")
}

// Without the entity tag.
func record[Record any](record Record, _ *http.Response, err error) Record {
	return expect.Ok(record, err)
}

func deleted(response *http.Response, err error) {
	expect.Same("the status of the deletion", expect.Ok(response, err).StatusCode, 204)
}

func refused(err error, status int32, code string) api.Problem {
	var refusal *api.GenericOpenAPIError
	expect.Same("that it is refused", errors.As(err, &refusal), true)
	problem, ok := refusal.Model().(api.Problem)
	expect.Same("that there is a problem", ok, true)
	expect.Same("the status of the problem", problem.Status, status)
	expect.Same("the code of the problem", problem.Code, code)
	expect.Same("the type of the problem", strings.HasSuffix(problem.Type, "/"+code), true)
	expect.Same("that the problem says nothing", problem.Detail == "", false)
	return problem
}
