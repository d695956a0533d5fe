/** What happens to an alert that is muted or restricted while it waits. `reason` is as an alert's history has it. */
export const barredWords = (reason: string): string =>
  `If you approve it now, it’s withheld and not sent: ${reason}.`;
