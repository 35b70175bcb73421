type Cleanup = void | (() => void);
export function useState<T>(initial: T | (() => T)): [T, (next: T | ((was: T) => T)) => void];
export function useEffect(effect: () => Cleanup, inputs?: readonly unknown[]): void;
export function useLayoutEffect(effect: () => Cleanup, inputs?: readonly unknown[]): void;
export function useRef<T>(initial: T): { current: T };
export function useMemo<T>(make: () => T, inputs?: readonly unknown[]): T;
export function useCallback<T>(callback: T, inputs: readonly unknown[]): T;
