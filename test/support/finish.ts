/** Does all steps of a task at once. @returns its result. */
export async function finish<Result>(steps: AsyncGenerator<unknown, Result>): Promise<Result> {
  for (;;) {
    const step = await steps.next()
    if (step.done === true) return step.value
  }
}
