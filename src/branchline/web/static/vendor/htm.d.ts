declare const htm: { bind<T>(h: T): (strings: TemplateStringsArray, ...values: any[]) => any };
export default htm;
