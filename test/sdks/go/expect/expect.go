// Package expect is what the programs of all Go clients have in common.
package expect

import (
	"fmt"
	"net/url"
	"os"
	"strconv"
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

func fail(reason string) {
	fmt.Fprintln(os.Stderr, reason)
	os.Exit(1)
}
