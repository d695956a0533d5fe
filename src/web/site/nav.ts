import { siteConfig } from '#src/shared/site-config.ts';

/** The public site's own links. Each names something that exists; a new page adds its line. */
export type NavLink = { label: string; href: string };
type NavGroup = { title: string; links: readonly NavLink[] };

/** Top navigation: sections of the landing page, then pages. */
export const TOP_LINKS: readonly NavLink[] = [
  { label: 'Features', href: '/#features' },
  { label: 'How It Works', href: '/#how-it-works' },
  { label: 'Pricing', href: '/#pricing' },
  { label: 'About', href: '/about' },
];

/** Where every Get Started and Contact Us leads: the intake form. */
export const INTAKE = '/#intake';

/** The company's own pages elsewhere, as the footer names them. */
export const SOCIAL: readonly NavLink[] = [
  { label: 'Twitter', href: siteConfig.social.x },
  { label: 'LinkedIn', href: siteConfig.social.linkedin },
  { label: 'Facebook', href: siteConfig.social.facebook },
];

export const FOOTER_GROUPS: readonly NavGroup[] = [
  {
    title: 'Product',
    links: [
      { label: 'Features', href: '/#features' },
      { label: 'Pricing', href: '/#pricing' },
      { label: 'Integrations', href: '/integrations' },
      { label: 'Guide', href: '/guide' },
    ],
  },
  {
    title: 'Support',
    links: [
      { label: 'FAQ', href: '/faq' },
      { label: 'Help', href: '/help' },
      { label: 'Documentation', href: '/documentation' },
      { label: 'API', href: '/api' },
    ],
  },
  {
    title: 'Company',
    links: [
      { label: 'About', href: '/about' },
      { label: 'Blog', href: '/blog' },
      { label: 'Contact', href: '/contact' },
    ],
  },
  {
    title: 'Legal',
    links: [
      { label: 'Privacy', href: '/privacy' },
      { label: 'Terms', href: '/terms' },
      { label: 'Sitemap', href: '/sitemap' },
    ],
  },
];

/** The page /sitemap, and the order of sitemap.xml. */
export const SITEMAP: readonly NavGroup[] = [
  {
    title: 'Main Pages',
    links: [
      { label: 'Home', href: '/' },
      { label: 'About', href: '/about' },
      { label: 'Contact', href: '/contact' },
      { label: 'Blog', href: '/blog' },
      { label: 'Sign In', href: '/signin' },
      { label: 'Sign Up', href: '/signup' },
    ],
  },
  {
    title: 'Product',
    links: [
      { label: 'Features', href: '/#features' },
      { label: 'How It Works', href: '/#how-it-works' },
      { label: 'Pricing', href: '/#pricing' },
      { label: 'Integrations', href: '/integrations' },
      { label: 'Guide', href: '/guide' },
    ],
  },
  {
    title: 'Company',
    links: [
      { label: 'About', href: '/about' },
      { label: 'Careers', href: '/careers' },
      { label: 'Press', href: '/press' },
    ],
  },
  {
    title: 'Legal',
    links: [
      { label: 'Privacy', href: '/privacy' },
      { label: 'Terms', href: '/terms' },
    ],
  },
  {
    title: 'Support',
    links: [
      { label: 'FAQ', href: '/faq' },
      { label: 'Help', href: '/help' },
      { label: 'Documentation', href: '/documentation' },
      { label: 'API', href: '/api' },
      { label: 'Contact', href: '/contact' },
    ],
  },
];
