/** The requests that this process has received: work that can wait compares two readings, and gives way. */
export const traffic = { requests: 0 }
