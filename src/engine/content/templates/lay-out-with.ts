import type { AlertDocument } from '#src/shared/content/document.ts';
import type { Style } from '#src/shared/content/layout.ts';
import {
  applyTemplate,
  inStyle,
  type Template,
  TemplateError,
  type TemplateGround,
  withoutTemplate,
} from './apply.ts';
import { fillSource } from './source/fill-source.ts';
import { SourceProblem } from './source/run-liquid.ts';
import { pageBytes, TEMPLATE_BYTES_MAX } from './weight.ts';

const kilobytes = (bytes: number): string => Math.ceil(bytes / 1_000).toLocaleString('en-US');

/** What a route says of the layout: one of ours, or the workspace's own template. */
export type LayoutChoice = { style: Style; template: Template | null };

/**
 * A document as its route lays it out. A template that can't be used holds up nothing: the alert goes out in our layout,
 * and its document says why.
 */
export async function layOutWith(
  { style, template }: LayoutChoice,
  document: AlertDocument,
  ground: TemplateGround,
): Promise<AlertDocument> {
  const { kind } = ground;
  if (!template) return inStyle(document, style, kind);
  try {
    const { source } = template.content;
    const html = source === null ? null : (await fillSource(source, document, ground)).nodes;
    const laid = applyTemplate(template, document, ground, html);
    const bytes = pageBytes(laid.layout?.elements ?? []);
    if (bytes > TEMPLATE_BYTES_MAX)
      throw new TemplateError(
        `It makes ${kilobytes(bytes)} kB of an email, and ${kilobytes(TEMPLATE_BYTES_MAX)} kB fit before mail programs cut it off.`,
      );
    return laid;
  } catch (error) {
    if (!(error instanceof TemplateError) && !(error instanceof SourceProblem)) throw error;
    const problem = `The template “${template.name}” was not used: ${error.message}`;
    return withoutTemplate(document, { kind, style: template.content.style, problem });
  }
}
