const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** The day a post is dated: `18 November 2025`. */
export const formatPostDay = (date: Date) => day.format(date);

/** The same for machines: `2025-11-18`. */
export const isoDay = (date: Date) => date.toISOString().slice(0, 10);
