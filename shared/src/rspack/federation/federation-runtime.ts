import { rspack } from '@rspack/core';
import type { Compiler, RspackPluginInstance } from '@rspack/core';

/**
 * Uses the federation runtime's ES modules in place of its CommonJS builds, which cannot be
 * tree-shaken. Apply it after `ModuleFederationPlugin`, whose aliases it rewrites.
 */
export class FederationEsModulesPlugin implements RspackPluginInstance {
  apply(compiler: Compiler): void {
    new rspack.NormalModuleReplacementPlugin(/@module-federation\/.*\.cjs$/, (resource) => {
      resource.request = resource.request.replace(/\.cjs$/, '.js');
    }).apply(compiler);
    compiler.hooks.afterPlugins.tap('FederationEsModulesPlugin', () => {
      const alias = compiler.options.resolve.alias;
      if (alias === undefined || alias === false) return;
      for (const [name, target] of Object.entries(alias)) {
        if (name.startsWith('@module-federation/') && typeof target === 'string') {
          alias[name] = target.replace(/\.cjs$/, '.js');
        }
      }
    });
  }
}
