using System;
using System.Linq;
using ArtMarketplace.Client;
using ArtMarketplace.Model;
using Newtonsoft.Json;

static class Expect
{
    public static void Same<Value>(string what, Value actual, Value wanted)
    {
        if (!Equals(actual, wanted)) throw new Exception($"{what} is {actual} and not {wanted}");
    }

    /// <summary>The same in JSON; the classes of the client have no equality of their own.</summary>
    public static void SameRecord(string what, object actual, object wanted)
    {
        Same(what, JsonConvert.SerializeObject(actual), JsonConvert.SerializeObject(wanted));
    }

    public static Problem Refused(int status, string code, Func<object> call)
    {
        object answer;
        try
        {
            answer = call();
        }
        catch (ApiException refusal)
        {
            var problem = JsonConvert.DeserializeObject<Problem>((string)refusal.ErrorContent);
            Same("the status", refusal.ErrorCode, status);
            Same("the status of the problem", problem.Status, status);
            Same("the code of the problem", problem.Code, code);
            Same("the type of the problem", problem.Type.Split('/').Last(), code);
            return problem;
        }
        throw new Exception("not refused: " + answer);
    }

    public static string EtagOf(IApiResponse answer)
    {
        return answer.Headers.First(header => header.Key.ToLowerInvariant() == "etag").Value.Single();
    }
}
