import * as z from 'zod/mini';

/** What a brand counts of its messages: whether emails are opened, and which links are followed. */
export const trackingSchema = z.strictObject({
  opens: z.boolean('Opens are counted or not: true or false.'),
  clicks: z.boolean('Clicks are counted or not: true or false.'),
});
export type Tracking = z.infer<typeof trackingSchema>;

export const NO_TRACKING: Tracking = { opens: false, clicks: false };

/** Paths of counted links, and of the picture that an email is opened with. */
export const CLICK_PATH = '/c';
export const OPEN_PATH = '/o';

/** Clicks and opens from one network that are answered as such; an office may be behind one. */
export const COUNTED_PER_MINUTE = 1_200;
