import * as z from 'zod/mini';

/** What a picture of an alert is for. `chart` goes into messages; the others are cards to post. */
export const PICTURE_FORMATS = ['chart', 'social', 'wide', 'square', 'story'] as const;
export const pictureFormatSchema = z.enum(PICTURE_FORMATS);
export type PictureFormat = z.infer<typeof pictureFormatSchema>;
export type CardFormat = Exclude<PictureFormat, 'chart'>;

export const PICTURE_THEMES = ['light', 'dark'] as const;
export const pictureThemeSchema = z.enum(PICTURE_THEMES);
export type PictureTheme = z.infer<typeof pictureThemeSchema>;

type FormatFacts = {
  title: string;
  /** Pixels of the file. */
  width: number;
  height: number;
};

export const FORMATS: Readonly<Record<PictureFormat, FormatFacts>> = {
  chart: { title: 'Chart', width: 1056, height: 640 },
  social: { title: 'Link preview', width: 1200, height: 630 },
  wide: { title: 'Post', width: 1200, height: 675 },
  square: { title: 'Square', width: 1080, height: 1080 },
  story: { title: 'Story', width: 1080, height: 1920 },
};

/** The size that a channel shows pictures at: a format, and for a chart its pixels on the page. */
export const pictureSizeSchema = z.union([
  z.object({ format: z.literal('chart'), width: z.int(), height: z.int() }),
  z.object({ format: z.enum(['social', 'wide', 'square', 'story']) }),
]);
export type PictureSize = z.infer<typeof pictureSizeSchema>;
