package main

import (
	"context"
	"crypto/rand"
	"time"

	"github.com/oapi-codegen/nullable"

	"partner/api"
	"partner/expect"
)

func enterEvent(
	ctx context.Context, partner, stranger *api.ClientWithResponses,
) (event *api.Event, etag string) {
	input := northernLight(firstCategory(ctx, partner), createVenue(ctx, partner))
	params := &api.CreateEventParams{IdempotencyKey: optional(rand.Text())}
	created := expect.Ok(partner.CreateEventWithResponse(ctx, params, input))
	expect.Same("the status of the new event", created.StatusCode(), 201)
	event = created.JSON201
	expect.Same("the state of the new event", event.PublishStatus, string(api.PublishStatusDraft))
	repeated := expect.Ok(partner.CreateEventWithResponse(ctx, params, input))
	expect.Same("the repeated event", repeated.JSON201.Id, event.Id)

	hidden := expect.Ok(stranger.RetrieveEventWithResponse(ctx, event.Id, nil))
	refused(hidden.ApplicationproblemJSON404, 404, "not_found")

	read := expect.Ok(partner.RetrieveEventWithResponse(ctx, event.Id, nil))
	expect.Same("the status of the draft", read.StatusCode(), 200)
	return event, read.Headers200.ETag
}

func northernLight(category, venue int64) api.EventInput {
	return api.EventInput{
		Title:     "Northern Light",
		Category:  category,
		Venue:     venue,
		StartTime: time.Date(2026, time.March, 14, 9, 0, 0, 0, time.UTC),
		EndTime:   time.Date(2026, time.June, 30, 16, 0, 0, 0, time.UTC),
		Content:   nullable.NewNullNullable[string](),
	}
}

func firstCategory(ctx context.Context, client *api.ClientWithResponses) int64 {
	answer := expect.Ok(client.ListEventCategoriesWithResponse(ctx, nil))
	expect.Same("the status of the categories", answer.StatusCode(), 200)
	return answer.JSON200.Results[0].Id
}

func createVenue(ctx context.Context, client *api.ClientWithResponses) int64 {
	answer := expect.Ok(client.CreateVenueWithResponse(ctx, nil,
		api.VenueInput{Name: "Kunsthal Nord", Country: optional("DK")}))
	expect.Same("the status of the new venue", answer.StatusCode(), 201)
	expect.Same("the venue", answer.JSON201.Name, "Kunsthal Nord")
	return answer.JSON201.Id
}

func publishEvent(
	ctx context.Context, partner, stranger *api.ClientWithResponses, event *api.Event, etag string,
) string {
	params := &api.PartialUpdateEventParams{IfMatch: etag}
	patch := api.EventPatch{PublishStatus: optional(api.PublishStatusPublished)}
	patch.FeaturedImage.SetNull()
	published := expect.Ok(partner.PartialUpdateEventWithResponse(ctx, event.Id, params, patch))
	expect.Same("the status of the publication", published.StatusCode(), 200)
	expect.Same("the state of the event", published.JSON200.PublishStatus, "published")
	seen := expect.Ok(stranger.RetrieveEventWithResponse(ctx, event.Id, nil))
	expect.Same("the status for all", seen.StatusCode(), 200)
	expect.Same("the title for all", seen.JSON200.Title, event.Title)

	late := expect.Ok(partner.PartialUpdateEventWithResponse(ctx, event.Id, params,
		api.EventPatch{Title: optional("Too late")}))
	refused(late.ApplicationproblemJSON412, 412, "precondition_failed")
	return published.Headers200.ETag
}

func replaceEvent(
	ctx context.Context, client *api.ClientWithResponses, event *api.Event, etag string,
) string {
	input := northernLight(event.Category.Id, event.Venue.Id)
	input.Title = "Southern Light"
	answer := expect.Ok(client.UpdateEventWithResponse(ctx, event.Id,
		&api.UpdateEventParams{IfMatch: etag}, input))
	expect.Same("the status of the replacement", answer.StatusCode(), 200)
	expect.Same("the title", answer.JSON200.Title, "Southern Light")
	expect.Same("the venue of the event", answer.JSON200.Venue.Id, event.Venue.Id)
	return answer.Headers200.ETag
}

func deleteEvent(ctx context.Context, client *api.ClientWithResponses, id int64, etag string) {
	deleted := expect.Ok(client.DeleteEventWithResponse(ctx, id,
		&api.DeleteEventParams{IfMatch: etag}))
	expect.Same("the status of the deletion", deleted.StatusCode(), 204)
	gone := expect.Ok(client.RetrieveEventWithResponse(ctx, id, nil))
	refused(gone.ApplicationproblemJSON404, 404, "not_found")
}
