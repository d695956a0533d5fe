import { brandOf } from '#src/brands/brand-of.ts';
import { pictureOf } from '#src/db/queries/media.ts';
import { withTenant } from '#src/db/tenant.ts';
import type { BarDeps } from '#src/engine/alerts/charted-bars.ts';
import {
  groundAsWritten,
  type PastAlert,
  readPastAlert,
  recentAlerts,
} from '#src/engine/alerts/past-alert.ts';
import { logoOf } from '#src/engine/alerts/chart.ts';
import { chartedPast, rewritten } from '#src/engine/alerts/rewritten.ts';
import type { Channel, ChannelDeps, Prepared } from '#src/engine/channels/channel.ts';
import { channels } from '#src/engine/channels/registry.ts';
import { type BrandRow, lookOf } from '#src/engine/content/look.ts';
import { applyTemplate, TemplateError, withoutTemplate } from '#src/engine/content/templates/apply.ts';
import { EXAMPLE_TITLES, writeExample, type WrittenExample } from '#src/engine/content/templates/examples.ts';
import { formOf, laidOut } from '#src/engine/content/templates/lay-out.ts';
import { fillSource } from '#src/engine/content/templates/source/fill-source.ts';
import { SourceProblem } from '#src/engine/content/templates/source/run-liquid.ts';
import { type DrawnPicture, withDrawnPicture } from '#src/engine/content/picture/drawn-chart.ts';
import { previewedChannel, previewPictures } from '#src/engine/alerts/preview-pictures.ts';
import { withPictures } from '#src/engine/content/with-pictures.ts';
import { WriterError } from '#src/engine/content/writer.ts';
import { newId } from '#src/db/ids.ts';
import { takeAll } from '#src/platform/limits/count.ts';
import type { Clock } from '#src/shared/clock.ts';
import type { Language } from '#src/shared/content/answer.ts';
import type { AlertDocument } from '#src/shared/content/document.ts';
import { preflight } from '#src/shared/content/preflight.ts';
import { AppError } from '#src/shared/errors.ts';
import { withoutFooter } from '#src/shared/mail-footer.ts';
import {
  EXAMPLES,
  type PreviewEvents,
  type TemplatePreview,
  type TemplatePreviewForm,
} from '#src/shared/templates.ts';
import { wholeText } from '#src/shared/content/prepared.ts';

export type PreviewDeps = BarDeps & {
  clock: Clock;
  channel: Pick<ChannelDeps, 'mail' | 'call' | 'random'>;
  hashKey: Buffer;
};

/** Tests of templates that a person may send in an hour. */
const TESTS_PER_HOUR = 30;

type Read = (hash: string) => Promise<{ type: string; bytes: Uint8Array } | null>;
type Shown = { document: AlertDocument; read: Read } & Pick<
  TemplatePreview,
  'problem' | 'removed' | 'languages'
>;
/** An alert before the template, and the languages it can be shown in. */
type About = WrittenExample & { languages: readonly string[] };

/** What a template makes of a past alert or of an example, before it is saved. */
export function createTemplatePreview(deps: PreviewDeps) {
  const { app, clock } = deps;

  async function show(workspaceId: string, form: TemplatePreviewForm, shown: Channel | null): Promise<Shown> {
    const { ground, picture, dark, languages, charted, document: written } = await about(workspaceId, form);
    const { document, picture: card } = await withDrawnPicture(written, {
      size: shown?.picture ?? null,
      charted,
      logo: (theme) => logoOf(deps, workspaceId, written, theme),
    });
    const read = readFrom(workspaceId, [picture, dark, card]);
    const { content, name } = form;
    const template = { id: newId(), name: name || 'Preview', version: 1, content };
    try {
      const filled = content.source === null ? null : await fillSource(content.source, document, ground);
      const laid = applyTemplate(template, document, ground, filled?.nodes ?? null);
      return {
        document: laid,
        read,
        languages: [...languages],
        problem: null,
        removed: filled?.removed ?? [],
      };
    } catch (error) {
      const isSource = error instanceof SourceProblem;
      if (!isSource && !(error instanceof TemplateError)) throw error;
      const { style } = content;
      return {
        document: withoutTemplate(document, { kind: ground.kind, style, problem: error.message }),
        read,
        languages: [...languages],
        problem: {
          sentence: error.message,
          line: isSource ? error.line : null,
          column: isSource ? error.column : null,
        },
        removed: [],
      };
    }
  }

  /** Pictures that were drawn for the preview, and stored ones. */
  const readFrom =
    (workspaceId: string, drawn: readonly (DrawnPicture | null)[]): Read =>
    async (hash) => {
      const found = drawn.find((each) => each?.hash === hash);
      if (found) return { type: 'image/png', bytes: found.bytes };
      return withTenant(app, workspaceId, (tx) => pictureOf(tx, hash));
    };

  async function about(
    workspaceId: string,
    { alertId, brandId, example, language }: TemplatePreviewForm,
  ): Promise<About> {
    const { brand, past } = await withTenant(app, workspaceId, async (tx) => ({
      brand: await brandOf(tx, brandId, clock()),
      past: alertId === undefined ? null : await readPastAlert(tx, alertId),
    }));
    const { languages } = brand;
    if (alertId === undefined)
      return { ...(await writeExample(example, brand, oneOf(languages, language))), languages };
    if (!past) throw new AppError('not_found', 'There is no such alert.');
    try {
      if (brandId === undefined || brandId === past.brand.id)
        return asApproved(deps, past, language, brandId === undefined ? null : brand);
      // What a person wrote is in their language only.
      const offered = past.composed ? [past.composed.language] : languages;
      return { ...(await rewritten(deps, past, brand, oneOf(offered, language))), languages: offered };
    } catch (error) {
      if (!(error instanceof WriterError)) throw error;
      const sentence = `This alert can’t be written again. ${error.message}`;
      throw new AppError('validation_failed', sentence, { details: { field: 'alertId' }, cause: error });
    }
  }

  return {
    events: (workspaceId: string): Promise<PreviewEvents> =>
      withTenant(app, workspaceId, async (tx) => ({
        alerts: await recentAlerts(tx),
        examples: EXAMPLES.map((example) => ({ example, title: EXAMPLE_TITLES[example] })),
      })),

    preview: async (workspaceId: string, form: TemplatePreviewForm): Promise<TemplatePreview> => {
      const shown = previewedChannel(form.channel);
      const { document, read, problem, removed, languages } = await show(workspaceId, form, shown);
      const all = channels().map(async (channel) => {
        const { kind, title, limits, render } = channel;
        const prepared = await render(laidOut(document, formOf(limits)));
        return {
          kind,
          title,
          subject: prepared.title,
          text: wholeText(prepared),
          html: prepared.html && withoutFooter(await withPictures(prepared.html, read)),
          pictures: await previewPictures(prepared, { channel, shown, document, read }),
          buttons: prepared.buttons ?? [],
          preflight: preflight(prepared, limits),
        };
      });
      return {
        problem,
        removed,
        language: document.language,
        languages,
        channels: await Promise.all(all),
      };
    },

    /**
     * Sends it by email to the one who asks, over the installation's server, as the channel sends alerts.
     * @throws AppError email_not_confirmed; over_email_send_rate_limit; connection_refused
     */
    test: async (
      workspaceId: string,
      person: { id: string; email: string; emailConfirmedAt: Date | null },
      form: TemplatePreviewForm,
    ): Promise<{ address: string }> => {
      if (person.emailConfirmedAt === null)
        throw new AppError('email_not_confirmed', 'Confirm your email address first.');
      const { document, read, problem } = await show(workspaceId, form, null);
      if (problem) throw new AppError('validation_failed', problem.sentence);
      const limit = { scope: 'template test', key: person.id, max: TESTS_PER_HOUR, seconds: 3_600 };
      if ((await takeAll({ db: app, clock, hashKey: deps.hashKey }, [limit])) > 0)
        throw new AppError('over_email_send_rate_limit', 'You sent 30 tests in an hour. Try again later.');
      // The one that the installation sends itself, and that shows a whole page.
      const email = channels().find(({ hasOwnAccount, limits }) => hasOwnAccount && limits.html);
      if (!email) throw new Error('There is no email.');
      const prepared = await email.render(laidOut(document, formOf(email.limits)));
      const outcome = await email.send(
        asTest(prepared),
        { ...to(person.email) },
        {
          ...deps.channel,
          connection: null,
          sender: { brandName: document.look.name, settings: {}, secrets: {} },
          picture: async (hash) => (await read(hash))?.bytes ?? null,
          now: () => clock().getTime(),
        },
      );
      if (outcome.outcome === 'sent' || outcome.outcome === 'unknown') return { address: person.email };
      throw new AppError('connection_refused', `The test was not sent. ${outcome.reason}`);
    },
  };
}

/** Its own words and name, in the look of then or in that of its brand today. */
function asApproved(
  deps: BarDeps,
  past: PastAlert,
  language: Language | undefined,
  brand: BrandRow | null,
): About {
  const { documents } = past;
  const languages = documents.map((each) => each.language);
  const chosen = oneOf(languages, language);
  const document = documents.find((each) => each.language === chosen) ?? documents[0];
  const { name, formats } = document.look;
  const look = brand ? { ...lookOf({ ...brand, formats }), name } : document.look;
  const ground = groundAsWritten(past, document);
  // Cards have the brand's colors and logo: in another look they are drawn again.
  const pictures = brand ? [] : (document.pictures ?? []);
  return {
    document: { ...document, look, pictures },
    ground,
    picture: null,
    dark: null,
    charted: () => chartedPast(deps, past, past.brand),
    languages,
  };
}

/** The first unless another is asked for. @throws AppError validation_failed */
function oneOf<L extends string>(languages: readonly L[], wanted: L | undefined): L {
  const chosen = languages.find((each) => wanted === undefined || each === wanted);
  if (chosen !== undefined) return chosen;
  throw new AppError('validation_failed', 'It isn’t written in that language. Choose one that it has.', {
    details: { field: 'language' },
  });
}

const to = (address: string) => ({
  deliveryId: newId(),
  attempt: 1,
  target: 'address' as const,
  address,
});

/** Marked as what it is, and without a footer: nobody subscribed to it. */
const asTest = (prepared: Prepared): Prepared => ({
  ...prepared,
  title: `Test: ${prepared.title ?? ''}`,
  html: prepared.html && withoutFooter(prepared.html),
});
