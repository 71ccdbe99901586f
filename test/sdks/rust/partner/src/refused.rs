use std::fmt::Debug;

use api::{Error, ResponseValue, types::Problem};

/// The problem that the request was answered with, which must be of this kind.
pub fn refused<Value: Debug>(
    answer: Result<ResponseValue<Value>, Error<Problem>>,
    status: u16,
    code: &str,
) -> Problem {
    let response = match answer {
        Err(Error::ErrorResponse(response)) => response,
        other => panic!("Not refused: {other:?}"),
    };
    assert_eq!(response.status(), status);
    let problem = response.into_inner();
    assert_eq!(problem.status, i32::from(status));
    assert_eq!(problem.code, code);
    assert!(problem.type_.ends_with(&format!("/{code}")), "{problem:?}");
    assert!(!problem.detail.is_empty(), "{problem:?}");
    problem
}
