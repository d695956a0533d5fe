import { ruleDetector } from '#src/engine/evaluation/conditions/rule-feed.ts';
import type { Bar, Detection } from '#src/shared/market.ts';
import { parseRule } from '#src/shared/rules/parse.ts';
import { DEMO_RULES } from './workspace.ts';

export type DemoDetection = { rule: (typeof DEMO_RULES)[number]['name']; detection: Detection };

/**
 * All detections of the demo's rules in the bars, in order of time, and the bars. One event makes one alert: of several
 * rules that find the same thing on the same bar, the last one has it.
 */
export async function demoDetections(
  source: AsyncIterable<Bar>,
): Promise<{ detections: DemoDetection[]; bars: Bar[] }> {
  const watches = DEMO_RULES.map(({ name, condition }) => ({
    rule: name,
    feed: ruleDetector(parseRule(condition)).start(),
  }));
  const detections: DemoDetection[] = [];
  const bars: Bar[] = [];
  for await (const bar of source) {
    bars.push(bar);
    const onBar = new Map<string, DemoDetection>();
    for (const { rule, feed } of watches) {
      const detection = feed(bar);
      if (detection) onBar.set(detection.detector, { rule, detection });
    }
    detections.push(...onBar.values());
  }
  return { detections, bars };
}
