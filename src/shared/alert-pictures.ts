import * as z from 'zod/mini';
import { pictureFormatSchema, pictureThemeSchema } from './content/picture-formats.ts';

const alertPictureSchema = z.object({
  format: pictureFormatSchema,
  theme: pictureThemeSchema,
  language: z.string(),
  title: z.string(),
  /** Pixels of the file. */
  width: z.int(),
  height: z.int(),
  /** What it shows, for readers who can't see it. */
  alt: z.string(),
  fileName: z.string(),
  /** Where the PNG is. */
  path: z.string(),
  /** SHA-256 of the PNG; null until somebody asks for it the first time. */
  hash: z.nullable(z.string()),
  /** Why it could not be drawn the last time. */
  problem: z.nullable(z.string()),
});
export type AlertPicture = z.infer<typeof alertPictureSchema>;

export const alertPicturesSchema = z.object({
  language: z.string(),
  /** Languages that the alert is written in, the main language first. */
  languages: z.array(z.string()),
  items: z.array(alertPictureSchema),
});
export type AlertPictures = z.infer<typeof alertPicturesSchema>;

const figureSchema = z.object({ label: z.string(), value: z.string() });

/** An alert as a website or a CMS takes it: nothing in it is about a recipient, links to an account, or is counted. */
export const alertExportSchema = z.object({
  version: z.literal(1),
  id: z.uuid(),
  language: z.string(),
  brand: z.object({ name: z.string(), color: z.string(), accent: z.string() }),
  symbol: z.string(),
  eventTime: z.iso.datetime(),
  trial: z.boolean(),
  direction: z.nullable(z.enum(['up', 'down'])),
  title: z.string(),
  dateline: z.string(),
  headline: z.string(),
  notice: z.nullable(z.object({ title: z.string(), text: z.string() })),
  figure: z.nullable(figureSchema),
  paragraphs: z.array(z.string()),
  table: z.array(figureSchema),
  callToAction: z.nullable(z.object({ label: z.string(), url: z.string() })),
  disclaimers: z.array(z.string()),
  pictures: z.array(
    z.object({
      format: pictureFormatSchema,
      theme: pictureThemeSchema,
      width: z.int(),
      height: z.int(),
      alt: z.string(),
      fileName: z.string(),
      /** The chart as a PNG in base64, if it was asked for. */
      data: z.nullable(z.string()),
    }),
  ),
});
export type AlertExport = z.infer<typeof alertExportSchema>;
