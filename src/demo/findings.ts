import { findDetector } from '#src/engine/detectors/registry.ts';
import type { Bar, Finding } from '#src/shared/market.ts';
import { DEMO_RULES } from './workspace.ts';

export type DemoFinding = { rule: (typeof DEMO_RULES)[number]['name']; finding: Finding };

/** Everything that the demo's rules find in the bars, in the order of time; and the bars. */
export async function demoFindings(
  source: AsyncIterable<Bar>,
): Promise<{ findings: DemoFinding[]; bars: Bar[] }> {
  const watches = DEMO_RULES.map(({ name, detector, params }) => {
    const configured = findDetector(detector)?.configure(params);
    if (!configured?.ok) throw new Error(`The demo's rule "${name}" cannot run.`);
    return { rule: name, feed: configured.detector.start() };
  });
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
