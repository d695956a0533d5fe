import * as z from 'zod/mini';

/** What goes out with a message of a preview, as it would be sent. */
export const previewPicturesSchema = z.object({
  items: z.array(
    z.object({
      /** What it is: "Chart", "Post". */
      title: z.string(),
      /** A data address. */
      src: z.string(),
      alt: z.string(),
      /** In pixels of the page. */
      width: z.int(),
      height: z.int(),
    }),
  ),
  /** The text is the caption of its picture. */
  isCaption: z.boolean(),
  /** Why a picture is missing; null where none is. */
  problem: z.nullable(z.string()),
});
export type PreviewPictures = z.infer<typeof previewPicturesSchema>;
