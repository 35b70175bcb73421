export interface VNode { type: unknown; props: Record<string, unknown>; key: unknown }
export function h(type: unknown, props: unknown, ...children: unknown[]): VNode;
export function render(node: VNode | null, into: Element | DocumentFragment): void;
export function createContext<T>(value: T): { Provider: unknown; Consumer: unknown };
export const Fragment: unknown;
