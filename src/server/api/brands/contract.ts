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
    accent: 'Hex color of lines and marks. Null: that of the header.',
    logo: 'A PNG that needs no token and never changes.',
    languages: 'What its alerts are written in, the main language first.',
    logoDark: 'For dark mode. Null: the other is shown there too.',
    font: 'A set of typefaces that mail programs have.',
    shape: 'Of corners.',
    darkPictures:
      'Whether pictures are dark: charts for readers in dark mode in emails and on hosted pages; `chats` also in chats; `posts` also the cards of posts and link previews.',
    voice: 'How the brand writes: tone, person, reading level, words to use and to avoid.',
    disclaimers:
      'In order, below ours. Null for a country, a kind of alert or a language is all of them. On white-label plans one for all countries replaces ours.',
    countries:
      'What may be sent to which country: allow, disclose, review or block, by kind of alert and instrument class. A rule that names the country comes before one that doesn’t, then the one that names more; of several, the strictest holds. `aiLabel` is who reads “Written with AI” below a text by AI that no person approved: by default where the law asks for it, in public posts, and people of unknown country.',
    timeZone: 'IANA. Null: that of each market.',
    formats:
      'How numbers, dates and times are written in alerts and pictures. `language` is as the language of the alert writes them.',
    website: 'In the footer of emails and pages.',
    socials: 'Addresses of profiles, by network.',
    tracking:
      'Whether opens of its emails and clicks on links in its messages are counted. Off by default. A person who says no isn’t counted.',
    isDefault: 'Rules without a choice use it.',
    archivedAt: 'Null while it is in use.',
  },
});
const Brands = component({
  name: 'Brands',
  schema: brandsSchema,
  fields: { used: 'Without archived ones.', allowed: 'By the plan; null is no limit.' },
  holds: [Brand],
});
const BrandForm = component({ name: 'BrandForm', schema: brandFormSchema });
const BrandChange = component({
  name: 'BrandChange',
  schema: brandChangeSchema,
  fields: { isDefault: 'Only true: make another brand the default instead.' },
});
const BrandPreviewForm = component({
  name: 'BrandPreviewForm',
  schema: brandPreviewFormSchema,
  fields: {
    brandId: 'The brand whose logos are shown where none is given.',
    logo: 'A data address of a PNG; null is none.',
    channel: 'Whose pictures are drawn. Left out: the first channel’s.',
  },
});
const BrandPreview = component({ name: 'BrandPreview', schema: brandPreviewSchema });
const BrandImportForm = component({ name: 'BrandImportForm', schema: brandImportFormSchema });
const BrandImport = component({
  name: 'BrandImport',
  schema: brandImportSchema,
  fields: {
    website: 'Where the address led.',
    colors: 'The likeliest first, each with where on the site it is.',
    logos: 'The likeliest first, as data addresses; `suits` is the header it reads on.',
    problems: 'What could not be read.',
  },
});
const ReadLogo = component({ name: 'ReadLogo', schema: readLogoSchema });

const LinkHost = component({
  name: 'LinkDomain',
  schema: linkHostSchema,
  fields: {
    state: '`waiting` until its records are found, `lost` once they are gone.',
    inUse: 'Whether links in what is sent now are on it.',
    records:
      'The DNS records to enter: one shows whose the domain is, one leads its readers here. `found` is null until the DNS has answered.',
  },
});
const LinkHostForm = component({ name: 'LinkDomainForm', schema: linkHostFormSchema });
const BrandLinkHost = component({
  name: 'BrandLinkDomain',
  schema: brandLinkHostSchema,
  fields: { domain: 'Null: links are on the installation’s own address.' },
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
      'The body is the file itself: SVG, PNG, JPEG or WebP, 512 kB and 4 million pixels at most. It is made to fit 240 × 40 and encoded again as PNG, so that nothing but its pixels is kept.',
    params: BRAND,
    body: {
      bytes: 'The picture, as it is.',
      limit: { bytes: LOGO_MAX_BYTES, says: 'A logo may have 512 kB at most.' },
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
    description: 'A name alone is enough; what is left out has its default. Upload its logos afterwards.',
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
      'An example alert as every channel sends it, in a brand that needn’t be saved. The HTML has its pictures in it; those of chats and posts come with the `channel` you name, as data addresses.',
    body: { schema: BrandPreviewForm, required: true },
    answer: { status: 200, says: 'The messages.', schema: BrandPreview },
    errors: ['bad_json', 'validation_failed', 'document_type'],
    example: { body: { name: 'Harbor Crypto', color: '#3b2f63', font: 'classic', shape: 'round' } },
  },
  readSite: {
    method: 'post',
    path: '/brands/import',
    needs: 'brands:write',
    summary: 'Read a brand from a website',
    description:
      'Name, colors, logos and profiles that a public website shows. Nothing is stored: choose, then create or change a brand. It takes up to 20 seconds; 30 an hour.',
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
    description: 'The PNG that an upload would be stored as. Nothing is stored.',
    body: {
      bytes: 'The picture, as it is.',
      limit: { bytes: LOGO_MAX_BYTES, says: 'A logo may have 512 kB at most.' },
    },
    answer: {
      status: 200,
      says: 'The logo as a data address, and its size in pixels of the page.',
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
      'What is left out stays. `archived` takes it out of use or back; its alerts stay as they were sent. Neither the default brand nor one that a rule uses can be archived.',
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
    description: 'The header then shows the brand’s name. Alerts that were sent keep the logo.',
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
    description: 'The domain that the brand’s links and hosted pages are on, and the DNS records it needs.',
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
    answer: { status: 200, says: 'The brand has none.', schema: BrandLinkHost },
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
    description: 'The other logo is then shown in dark mode too.',
    params: BRAND,
    answer: { status: 200, says: 'The brand.', schema: Brand },
    errors: ['not_found'],
    example: { params: { id: '$BRAND_ID' } },
  },
});
