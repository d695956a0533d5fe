/** The public site's own links. Each names something that exists; a new page adds its line. */
export type NavLink = { label: string; href: string };

/** Top navigation: sections of the landing page. */
export const SECTIONS: readonly NavLink[] = [{ label: 'Features', href: '/#features' }];

export const FOOTER_GROUPS: readonly { title: string; links: readonly NavLink[] }[] = [
  {
    title: 'Product',
    links: [
      { label: 'Features', href: '/#features' },
      { label: 'Sign In', href: '/signin' },
      { label: 'Get Started', href: '/signup' },
    ],
  },
  {
    title: 'Legal',
    links: [
      { label: 'Privacy', href: '/privacy' },
      { label: 'Terms', href: '/terms' },
    ],
  },
];
