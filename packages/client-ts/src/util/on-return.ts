/**
 * Calls a function when the reader of a generator leaves, and gives the generator. A generator that waits for a value
 * does not notice its own `return` before that value comes; the function can end the wait. `throw` does the same as
 * `return` and then rejects with its error.
 */
export function onReturn<T, R = unknown, N = unknown>(
  values: AsyncGenerator<T, R, N>,
  run: () => void,
): AsyncGenerator<T, R, N> {
  const leave = values.return.bind(values);
  values.return = (value) => {
    run();
    return leave(value);
  };
  values.throw = async (error) => {
    await values.return(undefined as R);
    throw error;
  };
  return values;
}
