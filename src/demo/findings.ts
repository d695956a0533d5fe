import { ruleDetector } from '#src/engine/conditions/rule-feed.ts';
import type { Bar, Finding } from '#src/shared/market.ts';
import { parseRule } from '#src/shared/rules/parse.ts';
import { DEMO_RULES } from './workspace.ts';

export type DemoFinding = { rule: (typeof DEMO_RULES)[number]['name']; finding: Finding };

/** Everything that the demo's rules find in the bars, in the order of time; and the bars. */
export async function demoFindings(
  source: AsyncIterable<Bar>,
): Promise<{ findings: DemoFinding[]; bars: Bar[] }> {
  const watches = DEMO_RULES.map(({ name, condition }) => ({
    rule: name,
    feed: ruleDetector(parseRule(condition)).start(),
  }));
  const findings: DemoFinding[] = [];
  const bars: Bar[] = [];
  for await (const bar of source) {
    bars.push(bar);
    for (const { rule, feed } of watches) {
      const finding = feed(bar);
      if (finding) findings.push({ rule, finding });
    }
  }
  return { findings, bars };
}
