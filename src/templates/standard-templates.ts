import { standardOrder } from '#src/engine/content/templates/standard.ts';
import { FORMS, STYLE_LABELS, STYLES, type Style } from '#src/shared/content/layout.ts';
import { type Block, BLOCK_PARTS, type BlockPart, type Templates } from '#src/shared/templates.ts';

const SAYS: Readonly<Record<Style, string>> = {
  brief: 'Headline, figure and one paragraph.',
  standard: 'Headline, figure, text, chart and the other figures.',
  rich: 'The figure first and large, then the chart, the text and all figures.',
};

/** Our layouts as blocks, for those who begin a template with one. */
export const standardTemplates = (): Templates['standard'] =>
  STYLES.map((style) => ({
    style,
    name: STYLE_LABELS[style],
    says: SAYS[style],
    content: { style, source: null, blocks: blocksOf(style) },
  }));

/** In the order of the email; other forms have some of them. */
function blocksOf(style: Style): Block[] {
  const has = (part: BlockPart | 'divider') =>
    FORMS.filter((form) => standardOrder(style, 'market', form).includes(part));
  return standardOrder(style, 'market', 'page').flatMap((part): Block[] => {
    if (part === 'divider') return [{ kind: 'divider', in: has('divider') }];
    const own = BLOCK_PARTS.find((each) => each === part);
    return own ? [{ kind: own, in: has(own) }] : [];
  });
}
