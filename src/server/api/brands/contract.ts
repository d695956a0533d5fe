import { brandImportFormSchema, brandImportSchema, readLogoSchema } from '#src/shared/brand-import.ts';
import {
  brandChangeSchema,
  brandFormSchema,
  brandPreviewFormSchema,
  brandPreviewSchema,
  brandSchema,
  brandsSchema,
  LOGO_MAX_BYTES,
} from '#src/shared/brands.ts';
import { brandLinkHostSchema, linkHostFormSchema, linkHostSchema } from '#src/shared/link-hosts.ts';
import { component, endpoints } from '../../contract/endpoint.ts';

const Brand = component({
  name: 'Brand',
  schema: brandSchema,
  fields: {
    color: 'Hex color of the header.',
    accent: 'Hex color of lines and marks. Null: the header’s color.',
    logo: 'Address of a PNG. It needs no token and never changes.',
    languages: 'Languages of its alerts, main language first.',
    logoDark: 'For dark mode. Null: `logo` is used there too.',
    font: 'Typefaces that email apps have.',
    shape: 'Of corners.',
    darkPictures:
      'Whether pictures are dark: charts for readers in dark mode in emails and on hosted pages; `chats` also in chats; `posts` also the cards of posts and link previews.',
    voice: 'How the brand writes: tone, person, reading level, words to use and to avoid.',
    disclaimers:
      'Shown in this order, below the standard ones. Null for country, kind or language means all. On white-label plans, a disclaimer for all countries replaces the standard one.',
    countries:
      'What may be sent to which country: allow, disclose, review or block, by kind of alert and instrument class. Rules that name the country come first, then more specific ones; if several match, the strictest applies. `aiLabel` sets who sees “Written with AI” below AI text that no person approved. By default: readers in countries where the law requires it, readers of unknown country, and public posts.',
    timeZone: 'IANA time zone. Null: each market’s own.',
    formats:
      'How numbers, dates and times are written in alerts and pictures. `language`: as usual in the alert’s language.',
    website: 'Shown in the footer of emails and pages.',
    socials: 'URLs of profiles, by network.',
    tracking:
      'Whether opens of its emails and clicks on links in its messages are counted. Off by default. A person who says no isn’t counted.',
    isDefault: 'Used by rules without routes.',
    archivedAt: 'Null unless it’s archived.',
  },
});
const Brands = component({
  name: 'Brands',
  schema: brandsSchema,
  fields: { used: 'Archived brands don’t count.', allowed: 'The plan’s limit; null for no limit.' },
  holds: [Brand],
});
const BrandForm = component({ name: 'BrandForm', schema: brandFormSchema });
const BrandChange = component({
  name: 'BrandChange',
  schema: brandChangeSchema,
  fields: { isDefault: 'Only `true`. To change the default, set it on the new default brand.' },
});
const BrandPreviewForm = component({
  name: 'BrandPreviewForm',
  schema: brandPreviewFormSchema,
  fields: {
    brandId: 'Brand whose logos are used if you give none.',
    logo: 'Data URL of a PNG; null for none.',
    channel: 'Channel to draw pictures for. Default: the first.',
  },
});
const BrandPreview = component({ name: 'BrandPreview', schema: brandPreviewSchema });
const BrandImportForm = component({ name: 'BrandImportForm', schema: brandImportFormSchema });
const BrandImport = component({
  name: 'BrandImport',
  schema: brandImportSchema,
  fields: {
    website: 'The final address after redirects.',
    colors: 'Best match first, each with its place on the site.',
    logos: 'Best match first, as data URLs; `suits` is the header it’s readable on.',
    problems: 'What couldn’t be read.',
  },
});
const ReadLogo = component({ name: 'ReadLogo', schema: readLogoSchema });

const LinkHost = component({
  name: 'LinkDomain',
  schema: linkHostSchema,
  fields: {
    state: '`waiting` until its DNS records are found; `lost` if they disappear.',
    inUse: 'Whether links in new messages use it.',
    records:
      'The DNS records to publish: one proves you own the domain, one points it to this service. `found` is null until the DNS has answered.',
  },
});
const LinkHostForm = component({ name: 'LinkDomainForm', schema: linkHostFormSchema });
const BrandLinkHost = component({
  name: 'BrandLinkDomain',
  schema: brandLinkHostSchema,
  fields: { domain: 'Null: links use the installation’s address.' },
  holds: [LinkHost],
});

const BRAND = { id: 'The brand’s id.' };

const logoUpload = <Part extends string>(part: Part, what: string) =>
  ({
    method: 'post',
    path: `/brands/{id}/${part}`,
    needs: 'brands:write',
    tells: ['account'],
    summary: `Upload ${what}`,
    description:
      'Send the file itself as the body: SVG, PNG, JPEG or WebP, up to 512 kB and 4 million pixels. It’s resized to fit 240 × 40 and re-encoded as PNG, so that only its pixels are kept.',
    params: BRAND,
    body: {
      bytes: 'The picture.',
      limit: { bytes: LOGO_MAX_BYTES, says: 'A logo can have 512 kB at most.' },
    },
    answer: { status: 200, says: 'The brand.', schema: Brand },
    errors: ['validation_failed', 'not_found', 'document_type'],
    example: { params: { id: '$BRAND_ID' }, file: 'logo.png' },
  }) as const;

export const BRANDS = endpoints('Workspace', {
  list: {
    method: 'get',
    path: '/brands',
    needs: 'workspace:read',
    demo: true,
    summary: 'List brands',
    description: 'The default brand first, archived ones last.',
    answer: { status: 200, says: 'Brands, and how many the plan allows.', schema: Brands },
    example: {},
  },
  make: {
    method: 'post',
    path: '/brands',
    needs: 'brands:write',
    tells: ['account'],
    summary: 'Create a brand',
    description: 'Only the name is required; everything else has a default. Upload logos afterwards.',
    body: { schema: BrandForm, required: true },
    answer: { status: 201, says: 'The brand.', schema: Brand },
    errors: ['bad_json', 'validation_failed', 'name_taken', 'plan_limit'],
    example: { body: { name: 'Harbor Crypto', color: '#3b2f63' } },
  },
  preview: {
    method: 'post',
    path: '/brands/preview',
    needs: 'workspace:read',
    whileReadOnly: true,
    summary: 'Preview a brand',
    description:
      'Renders an example alert for every channel in a brand, saved or not. Pictures are part of the HTML. For chats and posts, pictures of the `channel` you name are included as data URLs.',
    body: { schema: BrandPreviewForm, required: true },
    answer: { status: 200, says: 'The messages.', schema: BrandPreview },
    errors: ['bad_json', 'validation_failed', 'document_type'],
    example: { body: { name: 'Harbor Crypto', color: '#3b2f63', font: 'classic', shape: 'round' } },
  },
  readSite: {
    method: 'post',
    path: '/brands/import',
    needs: 'brands:write',
    summary: 'Import a brand from a website',
    description:
      'Finds name, colors, logos and profiles on a public website. Nothing is stored: pick what you want, then create or change a brand. Takes up to 20 seconds. 30 an hour.',
    body: { schema: BrandImportForm, required: true },
    answer: { status: 200, says: 'What was found.', schema: BrandImport },
    errors: ['bad_json', 'validation_failed', 'over_request_rate_limit'],
    example: { body: { url: '$BASE' } },
  },
  checkLogo: {
    method: 'post',
    path: '/brands/check-logo',
    needs: 'brands:write',
    summary: 'Check a logo',
    description: 'Returns the PNG that an upload would store. Nothing is stored.',
    body: {
      bytes: 'The picture.',
      limit: { bytes: LOGO_MAX_BYTES, says: 'A logo can have 512 kB at most.' },
    },
    answer: {
      status: 200,
      says: 'The logo as a data URL, and its size in CSS pixels.',
      schema: ReadLogo,
    },
    errors: ['validation_failed', 'document_type'],
    example: { file: 'logo.png' },
  },
  change: {
    method: 'patch',
    path: '/brands/{id}',
    needs: 'brands:write',
    tells: ['account'],
    summary: 'Change a brand',
    description:
      'Fields you leave out keep their values. `archived` archives or restores it; past alerts stay as sent. You can’t archive the default brand or a brand that a rule uses.',
    params: BRAND,
    body: { schema: BrandChange, required: true },
    answer: { status: 200, says: 'The brand.', schema: Brand },
    errors: ['bad_json', 'validation_failed', 'not_found', 'name_taken', 'plan_limit'],
    example: {
      params: { id: '$BRAND_ID' },
      body: {
        accent: '#c8a24a',
        countries: {
          rules: [{ country: 'DE', kind: 'factual', action: 'disclose', text: 'Keine Anlageberatung.' }],
          unknown: 'elsewhere',
          public: ['DE', 'AT'],
        },
      },
    },
  },
  setLogo: logoUpload('logo', 'a logo'),
  removeLogo: {
    method: 'delete',
    path: '/brands/{id}/logo',
    needs: 'brands:write',
    tells: ['account'],
    summary: 'Remove a logo',
    description: 'The header then shows the brand’s name. Past alerts keep the logo.',
    params: BRAND,
    answer: { status: 200, says: 'The brand.', schema: Brand },
    errors: ['not_found'],
    example: { params: { id: '$BRAND_ID' } },
  },
  linkDomain: {
    method: 'get',
    path: '/brands/{id}/link-domain',
    needs: 'workspace:read',
    demo: true,
    summary: 'Get a brand’s link domain',
    description: 'The domain of the brand’s links and hosted pages, and the DNS records it needs.',
    params: BRAND,
    answer: { status: 200, says: 'The domain, with the records it needs.', schema: BrandLinkHost },
    errors: ['not_found'],
    example: { params: { id: '$BRAND_ID' } },
  },
  setLinkDomain: {
    method: 'post',
    path: '/brands/{id}/link-domain',
    needs: 'brands:write',
    tells: ['account'],
    summary: 'Set a brand’s link domain',
    description:
      'The domain of links, hosted pages and feeds, on plans with white label. Publish its records, then check it. Until it’s verified, links stay on the installation’s own address.',
    params: BRAND,
    body: { schema: LinkHostForm, required: true },
    answer: { status: 200, says: 'The domain, with the records to publish.', schema: BrandLinkHost },
    errors: ['bad_json', 'validation_failed', 'not_found', 'name_taken', 'plan_limit'],
    example: { params: { id: '$BRAND_ID' }, body: { host: 'alerts.harbor.example' } },
  },
  checkLinkDomain: {
    method: 'post',
    path: '/brands/{id}/link-domain/check',
    needs: 'brands:write',
    tells: ['account'],
    summary: 'Check a link domain’s DNS records',
    description: 'Looks for each record now. We check again once a day.',
    params: BRAND,
    answer: { status: 200, says: 'The domain, with what was found.', schema: BrandLinkHost },
    errors: ['not_found', 'name_taken'],
    example: { params: { id: '$BRAND_ID' } },
  },
  removeLinkDomain: {
    method: 'delete',
    path: '/brands/{id}/link-domain',
    needs: 'brands:write',
    tells: ['account'],
    summary: 'Remove a link domain',
    description: 'Links that were sent may stop working.',
    params: BRAND,
    answer: { status: 200, says: 'The brand has no link domain.', schema: BrandLinkHost },
    errors: ['not_found'],
    example: { params: { id: '$BRAND_ID' } },
  },
  setDarkLogo: logoUpload('logo-dark', 'a logo for dark mode'),
  removeDarkLogo: {
    method: 'delete',
    path: '/brands/{id}/logo-dark',
    needs: 'brands:write',
    tells: ['account'],
    summary: 'Remove a logo for dark mode',
    description: 'Dark mode then uses the other logo.',
    params: BRAND,
    answer: { status: 200, says: 'The brand.', schema: Brand },
    errors: ['not_found'],
    example: { params: { id: '$BRAND_ID' } },
  },
});
