/**
 * The event with which a body hands out bytes that are valid during the call only. It comes in the place of `data` when
 * every listener for `data` listens for it as well.
 */
export const borrowedData: unique symbol = Symbol("borrowed data");
