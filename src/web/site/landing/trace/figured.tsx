import { cx } from '#src/web/ui/cx.ts';
import { nodeText, type Text } from '#src/shared/content/text.ts';
import { isFigure } from './traces.ts';

/** What can be traced; the script (live.ts) makes it a button. The line that is drawn from it underlines it. */
const TRACED =
  'figure cursor-pointer rounded-xs whitespace-nowrap underline decoration-brass decoration-dotted decoration-1 underline-offset-4 hover:text-brass data-lit:text-brass data-lit:no-underline noscript:cursor-auto noscript:no-underline';

/** A text of the alert with its figures marked. Dates keep the face of the text. */
export function Figured({ text, className }: { text: Text; className?: string }) {
  return text.map((node, at) =>
    isFigure(node) ? (
      <span
        // oxlint-disable-next-line react/no-array-index-key
        key={at}
        data-figure={node.of}
        className={cx(TRACED, node.slot === 'date' && 'font-[inherit] tracking-[inherit]', className)}
      >
        {node.text}
      </span>
    ) : (
      nodeText(node)
    ),
  );
}
