// Package expect is what the programs of all Go clients have in common.
package expect

import (
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"strconv"
	"strings"
)

// Arguments are the base address of the service, an API key, and the id of an artwork with words in
// it that the document does not name.
func Arguments() (address, key string, strangeArtwork int64) {
	if len(os.Args) != 4 {
		fail("ADDRESS KEY ARTWORK are needed")
	}
	return os.Args[1], os.Args[2], Ok(strconv.ParseInt(os.Args[3], 10, 64))
}

// Ok ends the program when there is an error.
func Ok[Value any](value Value, err error) Value {
	if err != nil {
		fail(err.Error())
	}
	return value
}

// Same ends the program unless both are equal.
func Same[Value comparable](what string, actual, wanted Value) {
	if actual != wanted {
		fail(fmt.Sprintf("%s is %v and not %v", what, actual, wanted))
	}
}

// Place is where a link of a page leads to.
func Place(link string) (limit, offset int32) {
	query := Ok(url.Parse(link)).Query()
	return number(query.Get("limit")), number(query.Get("offset"))
}

func number(digits string) int32 {
	return int32(Ok(strconv.ParseInt(digits, 10, 32)))
}

// Lines are a batch of two artworks of a gallery, of which the second has no title.
func Lines(gallery, artist int64) string {
	const line = `{"external_id":"Batch %d","artwork":{"title":"%s","artists":[%d],"gallery":%d,` +
		`"units":"centimeter","category":1,"price_display":"price on request"}}` + "\n"
	return fmt.Sprintf(line, 0, "Low Tide", artist, gallery) + fmt.Sprintf(line, 1, "", artist, gallery)
}

// Results ends the program unless the response to Lines says what it should.
func Results(lines string) {
	type result struct {
		ExternalId *string `json:"external_id"`
		Status     int
		Problem    *struct {
			Code   string
			Errors []struct{ Pointer string }
		}
		Kind            string
		Created, Failed int
		Applied         bool
	}
	var results []result
	for decoder := json.NewDecoder(strings.NewReader(lines)); decoder.More(); {
		var next result
		Ok(0, decoder.Decode(&next))
		results = append(results, next)
	}
	Same("the number of lines", len(results), 3)
	good, wrong, end := results[0], results[1], results[2]
	Same("the external id", *good.ExternalId, "Batch 0")
	Same("the good line", good.Status, 201)
	Same("the wrong line", wrong.Status, 400)
	Same("the problem of the line", wrong.Problem.Code, "invalid_request")
	Same("the place", wrong.Problem.Errors[0].Pointer, "/artwork/title")
	Same("the last line", end.Kind, "summary")
	Same("the created lines", end.Created, 1)
	Same("the failed lines", end.Failed, 1)
	Same("that it is applied", end.Applied, false)
}

func fail(reason string) {
	fmt.Fprintln(os.Stderr, reason)
	os.Exit(1)
}
