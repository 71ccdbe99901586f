# frozen_string_literal: true

require 'json'

# What the program holds the answers of the service against.
module Expect
  module_function

  def same(what, actual, wanted)
    raise "#{what} is #{actual.inspect} and not #{wanted.inspect}" unless actual == wanted
  end

  # The error has the text of the body; the client's own reader makes the problem of it.
  def refused(status, code)
    answer = yield
  rescue ArtMarketplace::ApiError => e
    problem = ArtMarketplace::Problem.build_from_hash(JSON.parse(e.response_body, symbolize_names: true))
    same('the status', e.code, status)
    same('the status of the problem', problem.status, status)
    same('the code of the problem', problem.code, code)
    same('the type of the problem', problem.type.split('/').last, code)
    problem
  else
    raise "not refused: #{answer.inspect}"
  end
end
