import type { Context } from 'hono';
import { z } from 'zod';
import type { Database } from '#src/db/database.ts';
import type { BarDeps } from '#src/engine/alerts/charted-bars.ts';
import { createAlertPictures } from '#src/engine/alerts/pictures.ts';
import { alertHtml } from '#src/engine/content/export/alert-html.ts';
import type { Clock } from '#src/shared/clock.ts';
import {
  PICTURE_FORMATS,
  PICTURE_THEMES,
  pictureFormatSchema,
  pictureThemeSchema,
} from '#src/shared/content/picture-formats.ts';
import { DEMO_WORKSPACE_ID } from '#src/shared/demo.ts';
import { AppError } from '#src/shared/errors.ts';
import type { ApiEnv } from '../actor.ts';
import { invalid } from '../paging.ts';
import type { Route } from '../route.ts';
import { ALERTS } from './contract.ts';

export type PictureRouteDeps = Pick<BarDeps, 'recordedBars'> & { app: Database; clock: Clock };

type Ctx = Context<ApiEnv>;
const idSchema = z.uuid();

/** Pictures and exports of alerts. */
export function addPictureRoutes(route: Route, deps: PictureRouteDeps): void {
  const pictures = createAlertPictures({
    ...deps,
    keeps: (workspaceId) => workspaceId !== DEMO_WORKSPACE_ID,
  });

  route(ALERTS.pictures, async (c) => c.json(there(await pictures.list(asked(c)))));

  route(ALERTS.picture, async (c) => {
    const format = pictureFormatSchema.safeParse(c.req.query('format'));
    if (!format.success) throw invalid('format', c.req.query('format') ?? '', PICTURE_FORMATS.join(', '));
    const file = there(await pictures.file({ ...asked(c), format: format.data, theme: themeOf(c) }));
    if ('problem' in file) throw new AppError('picture_not_drawn', file.problem);
    return c.body(new Uint8Array(file.bytes), 200, {
      'Content-Type': 'image/png',
      'Content-Disposition': `inline; filename="${file.fileName}"`,
      // The same until another revision is approved.
      'Cache-Control': 'private, max-age=300',
      'Content-Security-Policy': "default-src 'none'; sandbox",
    });
  });

  route(ALERTS.export, async (c) => {
    const isEmbedded = embeds(c, 'files');
    return c.json(there(await pictures.export({ ...asked(c), theme: themeOf(c), isEmbedded })));
  });

  route(ALERTS.exportHtml, async (c) => {
    const isEmbedded = embeds(c, 'embed');
    const exported = there(await pictures.export({ ...asked(c), theme: themeOf(c), isEmbedded }));
    return c.body(alertHtml(exported), 200, {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Disposition': `attachment; filename="alert-${exported.id.slice(-6)}.html"`,
      'Content-Security-Policy': "default-src 'none'; img-src data:; sandbox",
    });
  });
}

/** @throws AppError not_found for an alert of another workspace as for one that never was */
function there<T>(answer: T | null): T {
  if (answer === null)
    throw new AppError('not_found', 'This workspace has no such alert, or the alert has no such picture.');
  return answer;
}

function asked(c: Ctx): { workspaceId: string; alertId: string; language: string | null } {
  const id = idSchema.safeParse(c.req.param('id'));
  if (!id.success) throw new AppError('not_found', 'There is no such alert in this workspace.');
  return {
    workspaceId: c.get('membership').workspaceId,
    alertId: id.data,
    language: c.req.query('language') ?? null,
  };
}

function themeOf(c: Ctx): (typeof PICTURE_THEMES)[number] {
  const theme = pictureThemeSchema.safeParse(c.req.query('theme') ?? 'light');
  if (!theme.success) throw invalid('theme', c.req.query('theme') ?? '', PICTURE_THEMES.join(', '));
  return theme.data;
}

const WAYS = ['embed', 'files'];

function embeds(c: Ctx, usual: 'embed' | 'files'): boolean {
  const way = c.req.query('pictures') ?? usual;
  if (!WAYS.includes(way)) throw invalid('pictures', way, WAYS.join(', '));
  return way === 'embed';
}
