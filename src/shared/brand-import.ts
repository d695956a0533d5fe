import * as z from 'zod/mini';
import { socialsSchema } from './brand-kit.ts';
import { LOGO_VERSIONS } from './brands.ts';

const ADDRESS_MAX = 500;

/** An http or https address; https unless told. @returns null for what is none */
export function pageAddress(text: string): string | null {
  const trimmed = text.trim();
  if (trimmed === '' || trimmed.length > ADDRESS_MAX) return null;
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`);
  return url && /^https?:$/.test(url.protocol) && url.hostname.includes('.') ? url.href : null;
}

export const brandImportFormSchema = z.strictObject({
  url: z.string('Enter the address of your website.').check(
    z.refine((text) => pageAddress(text) !== null, {
      error: 'Enter the address of your website, such as https://example.com.',
    }),
    z.overwrite((text) => pageAddress(text) ?? text),
  ),
});
export type BrandImportForm = z.infer<typeof brandImportFormSchema>;

/** A logo that isn't stored: the PNG that would be, as a data address, and its size in pixels of the page. */
export const readLogoSchema = z.object({ png: z.string(), width: z.int(), height: z.int() });
export type ReadLogo = z.infer<typeof readLogoSchema>;

/** What a website says of its brand. Nothing of it is stored. */
export const brandImportSchema = z.object({
  /** Where the address led. */
  website: z.string(),
  name: z.nullable(z.string()),
  /** The likeliest first. `from`: where on the site it is. */
  colors: z.array(z.object({ color: z.string(), from: z.string() })),
  logos: z.array(
    z.extend(readLogoSchema, {
      from: z.string(),
      /** What it reads on. */
      suits: z.enum(LOGO_VERSIONS),
    }),
  ),
  socials: socialsSchema,
  /** What could not be read. */
  problems: z.array(z.string()),
});
export type BrandImport = z.infer<typeof brandImportSchema>;
