import { AppError } from '#src/shared/errors.ts';
import type { Route } from '../route.ts';
import { DEMO } from './contract.ts';
import type { DemoAccess } from './demo.ts';

export function addDemoRoutes(route: Route, { demo, clientAddress }: DemoAccess): void {
  route(DEMO.openSession, async (c) => {
    if (!demo) throw new AppError('demo_off');
    const session = await demo.open(clientAddress(c));
    demo.noteVisitor();
    return c.json(session, 201, { 'Cache-Control': 'no-store' });
  });
}
