import { LayoutTemplate } from 'lucide-react';
import type { Feature } from '#src/web/dashboard/lib/feature.ts';

/** What alerts are made of: our layouts, the workspace's own templates, and the editor with its preview. */
export const templates: Feature = {
  menu: { label: 'Templates', to: '/templates', icon: LayoutTemplate, key: 'l' },
  demo: true,
  routes: [
    {
      path: 'templates',
      lazy: async () => ({ Component: (await import('./templates-page.tsx')).TemplatesPage }),
    },
    {
      path: 'templates/:id',
      lazy: async () => ({ Component: (await import('./template-page.tsx')).TemplatePage }),
    },
  ],
};
